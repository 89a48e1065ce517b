import type { BaseError } from '../../protocol/BaseError.js';
import type { ChainId } from '../../protocol/caip.js';
import type { RelayKind } from './RelayEntry.js';
import type { RelayKinds, WalletConnectRelay } from './WalletConnectConfig.js';

/** A request that waits for the wallet's response; removed from the list when settled. */
export interface WalletConnectRequest {
  readonly id: number;
  /** For example `personal_sign`. */
  readonly method: string;
  readonly chainId: ChainId;
  /** `sending`: not yet accepted by the relay. `sent`: the relay stores it and delivers it when the wallet wakes up. */
  readonly status: 'sending' | 'sent';
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** The topic of the session. */
  readonly topic?: string | undefined;
}

/** The connected wallet, self-declared. */
export interface WalletConnectWallet {
  readonly name: string;
  /** Safe to show in an `img`; undefined: draw a monogram. */
  readonly imageUrl?: string | undefined;
  /**
   * Link that opens its app on this device: the link of the wallet selected here, else on a phone the one that the wallet
   * declares. Undefined: the wallet is on another device, or declares none. See `openWallet`.
   */
  readonly href?: string | undefined;
}

/** State of WalletConnect. `idle` and empty if it is not configured, or not needed yet. */
export interface WalletConnectState {
  /**
   * `idle`: not pairing. `starting`: loading code or connecting to the relay; `uri` may be set already. `ready`: the link can be
   * scanned and followed. `unreachable`: the relay cannot be reached, see `error`; it is retried automatically, and everything
   * else keeps working. `failed`: another error, see `error`; `startPairing` retries.
   */
  readonly status: 'idle' | 'starting' | 'ready' | 'unreachable' | 'failed';
  /** The pairing link, `wc:…@2?…`, to show as a QR code or copy; renewed automatically. In a tap use `pairingLink`. */
  readonly uri?: string | undefined;
  /** The cause while `unreachable` or `failed`: its `code`, with `details`. */
  readonly error?: BaseError | undefined;
  /** Status of the relay socket, pairing or not. */
  readonly relay: WalletConnectRelay;
  /** With several relays: the status by who runs them. */
  readonly kinds?: RelayKinds | undefined;
  /** The kinds of relays that are configured; undefined while it is not known. */
  readonly reaches?: readonly RelayKind[] | undefined;
  /** Set while a session is active. */
  readonly wallet?: WalletConnectWallet | undefined;
  /**
   * Addresses of a session that the visitor has to confirm, because the link of its pairing may have been read on the way. It is not
   * connected until then. See `confirmAddress`.
   */
  readonly unconfirmed?: readonly string[] | undefined;
  /** Requests that wait for the wallet, oldest first. */
  readonly requests: readonly WalletConnectRequest[];
}

export const NO_WALLET_CONNECT: WalletConnectState = { status: 'idle', relay: 'idle', requests: [] };
