import type { BaseError } from '../../protocol/BaseError.js';
import type { CaipNetworkId } from '../../protocol/caip.js';
import type { WalletConnectRelay } from './WalletConnectConfig.js';

/** A request that waits for the wallet's answer; it leaves the list when it is settled. */
export interface WalletConnectRequest {
  readonly id: number;
  /** For example `personal_sign`. */
  readonly method: string;
  readonly chainId: CaipNetworkId;
  /** `sending`: not with the relay yet. `sent`: the relay keeps it and hands it over when the wallet wakes up. */
  readonly status: 'sending' | 'sent';
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

/** The wallet at the other end, by its own word. */
export interface WalletConnectWallet {
  readonly name: string;
  /** Safe to show in an `img`; undefined: draw a monogram. */
  readonly imageUrl?: string | undefined;
  /**
   * Link that opens its app on this device: that of the wallet that was picked here, else on a phone the one that the
   * wallet names itself. Undefined: the wallet is on another device, or says nothing. See `openWallet`.
   */
  readonly href?: string | undefined;
}

/** WalletConnect as an instance shows it. `idle` and empty where it is not configured, or was not needed yet. */
export interface WalletConnectState {
  /**
   * `idle`: no link is kept. `starting`: code loads or the relay is being reached; `uri` may be there already. `ready`: the
   * link can be scanned and followed. `unreachable`: the relay cannot be reached, see `error`; it is tried again all the
   * time, and everything else keeps working. `failed`: for another reason, see `error`; `startPairing` tries again.
   */
  readonly status: 'idle' | 'starting' | 'ready' | 'unreachable' | 'failed';
  /** The pairing link, `wc:…@2?…`, to draw as a QR code or copy; renewed by itself. In a tap use `pairingLink`. */
  readonly uri?: string | undefined;
  /** The cause while `unreachable` or `failed`: by `code`, with `details`. */
  readonly error?: BaseError | undefined;
  /** How the socket to the relay stands, pairing or not. */
  readonly relay: WalletConnectRelay;
  /** Set while a session stands. */
  readonly wallet?: WalletConnectWallet | undefined;
  /** Requests that wait for the wallet, oldest first. */
  readonly requests: readonly WalletConnectRequest[];
}

export const NO_WALLET_CONNECT: WalletConnectState = { status: 'idle', relay: 'idle', requests: [] };
