import type { BaseError } from '../../protocol/BaseError.js';
import type { ChainId, ChainNamespace } from '../../protocol/caip.js';
import type { ChainAdapter, ConnectRequest } from '../adapter/ChainAdapter.js';
import type { CaipNetwork } from '../adapter/Network.js';
import type { Storage } from '../kernel/storage.js';
import type { Latchkit } from '../Latchkit.js';
import type { DappMetadata } from '../LatchkitOptions.js';
import type { WalletConnectSignIn } from '../signIn/SignInConfig.js';
import type { OpenWalletOptions } from './pairing.js';
import type { RelayEntry, RelayKind } from './RelayEntry.js';
import type { SessionWallet } from './SessionWallet.js';

/**
 * WalletConnect, created by `walletConnect()` of `latchkit/walletconnect` and passed to `createLatchkit` as `walletConnect`. It
 * belongs to the instance and not to an adapter, because one session serves every namespace, and basic mode has no adapters.
 * Contains no client code: that loads on intent, or if a session is stored.
 */
export interface WalletConnectConfig {
  /** @throws WC_INVALID_RELAYS: the relays don't fit together, or don't fit the gateway. */
  check(gateway: string | undefined): void;
  /** What the instance lacks for a pairing to reach a wallet, as a sentence for the developer. Undefined: nothing. */
  missing?(gateway: string | undefined): string | undefined;
  /**
   * Whether a session, or a proposal that a wallet may have answered, is stored: then the client loads with the instance. A phone
   * may discard the page while the visitor is in the wallet. Synchronous.
   *
   * @param storage - The instance's.
   */
  isAwaited(storage: Storage): boolean;
  /** The modal's first view if the host has no adapters and nothing is connected. */
  startView(): 'AllWallets' | 'ConnectingWalletConnectBasic';
  /**
   * Loads and starts the code that runs WalletConnect for an instance; called when the instance starts. Sends no request. It is a
   * method, so that core contains no import of it for hosts without WalletConnect.
   */
  follow(kit: Latchkit): Promise<WalletConnectFlow>;
}

/** Passed to the WalletConnect client by an instance. */
export interface WalletConnectHost {
  /** The networks of every namespace, in the host's order; always current. Wallets are asked for these. */
  networks(): readonly CaipNetwork[];
  /** RPC URL for reads of a network; undefined: none. */
  rpcUrl(network: CaipNetwork): string | undefined;
  readonly metadata: DappMetadata;
  readonly projectId: string | undefined;
  /** Base URL of the gateway, whose `/relay` is the default relay. */
  readonly gateway: string | undefined;
  /**
   * The relays that the gateway names for the project, once it has answered.
   *
   * @param ask - Asks now, as a session lives on such a relay.
   */
  projectRelays(ask: boolean): Promise<readonly RelayEntry[]>;
  /** Whether the modal is open: it decides when a code or a link is in use. */
  isShown(): boolean;
  readonly storage: Storage;
  /**
   * Resolves when the visitor has confirmed the accounts of a session, which ends if it rejects; undefined: there is no need.
   *
   * @throws CONNECTION_REJECTED; DESTROYED
   */
  confirm?(session: ApprovedSession): Promise<void> | undefined;
  /** Signs in while connecting, if all chains are EVM; undefined: no sign-in is configured. */
  readonly signIn?: WalletConnectSignIn | undefined;
  /** Aborted by destroy(): close the socket, end every timer and settle every promise. */
  readonly signal: AbortSignal;
  report(event: WalletConnectEvent): void;
}

/** A session that a wallet approved and that nothing uses yet. */
export interface ApprovedSession {
  readonly pairingTopic: string;
  /** CAIP-10 ids. */
  readonly accounts: readonly string[];
}

/** Status of the relay socket. `idle`: none is needed. */
export type WalletConnectRelay = 'idle' | 'connecting' | 'open' | 'offline' | 'unreachable';

/** The status of the relays by who runs them. */
export type RelayKinds = Readonly<Partial<Record<RelayKind, WalletConnectRelay>>>;

/** A wallet's self-declared metadata; none of it is verified. */
export interface WalletConnectPeer {
  /** Without control and bidirectional characters. */
  readonly name: string;
  /** An https URL. */
  readonly url?: string | undefined;
  /** https or data URLs of images, best first. */
  readonly icons: readonly string[];
  /** Links that open its app: a custom scheme and a universal link. */
  readonly redirect?:
    | { readonly native?: string | undefined; readonly universal?: string | undefined }
    | undefined;
}

/** An event of the client. */
export type WalletConnectEvent =
  /** `error`: the cause while the relay is unreachable. */
  | {
      readonly type: 'relay';
      readonly relay: WalletConnectRelay;
      readonly error?: BaseError | undefined;
      /** With several relays: of each kind. */
      readonly kinds?: RelayKinds | undefined;
    }
  /** Which kinds of relays are configured. */
  | { readonly type: 'reaches'; readonly reaches: readonly RelayKind[] }
  /** The current pairing link; undefined: there is none. */
  | { readonly type: 'link'; readonly uri: string | undefined }
  /** Pairing failed permanently; retrying will not help. */
  | { readonly type: 'failed'; readonly error: BaseError }
  /** A session is active and subscribed: newly approved, or restored. */
  | {
      readonly type: 'connected';
      readonly namespaces: readonly ChainNamespace[];
      readonly wallet: WalletConnectPeer;
    }
  /** The session ended: here, in the wallet, or by expiry. */
  | { readonly type: 'disconnected' }
  /** Status of a request to the wallet. `sent`: the relay stores it and delivers it when the wallet wakes up. */
  | {
      readonly type: 'request';
      readonly id: number;
      readonly method: string;
      readonly chainId: ChainId;
      readonly status: 'sending' | 'sent' | 'settled';
      /** The topic of the session. */
      readonly topic?: string | undefined;
    };

/** The client of one instance. Every promise settles, and all end with the host's signal. */
export interface WalletConnectClient {
  /** Keeps a pairing link valid until `signal` is aborted; the first is reported before this returns. Calls are counted. */
  pair(signal: AbortSignal): void;
  /**
   * Contacts the network's relay for the pairing, because its code or link is in use; without it, only the gateway's relay knows
   * the pairing. Ends with the pairing.
   */
  reach(): void;
  /** The current link, renewed if it expires within 10 s; undefined while not pairing. */
  link(): string | undefined;
  /**
   * Resolves when a session has accounts in the namespace. An existing session that this namespace does not use yet is reused,
   * because one approval may connect several namespaces. Otherwise the visitor is prompted, and the new session replaces the old
   * one.
   *
   * @throws CONNECTION_REJECTED; CONNECTOR_CHAINS_MISMATCH if the wallet has no account in the namespace; MODAL_CLOSED if
   * aborted.
   */
  connect(namespace: ChainNamespace, request: Pick<ConnectRequest, 'chainId' | 'signal'>): Promise<void>;
  /**
   * Whether a stored session has accounts in the namespace, once the relay subscription is active; false if that takes longer
   * than 3 s. No request is sent to the wallet, because phones sleep. If the relay connects later, the session is reported as
   * `connected`.
   */
  restore(namespace: ChainNamespace): Promise<boolean>;
  /** Ends the session locally at once; resolves whether or not the relay can be reached. */
  disconnect(): Promise<void>;
  /** Retries an unreachable relay at once instead of after the current backoff. */
  wake(): void;
  /** Sends a pending request to the relay again, with the same id; a wallet that has it ignores the duplicate. */
  resend(id: number): Promise<void>;
  /** Rejects a pending request with EIP-1193's 4001. The wallet isn't notified; its response is ignored. */
  cancel(id: number): void;
  /**
   * The session's part of a namespace: an EIP-1193 provider on EVM, whose `eth_requestAccounts` connects if there is no session; a
   * Wallet Standard wallet on Solana; else a {@link SessionWallet}.
   */
  provider(namespace: ChainNamespace): unknown;
  /** An adapter for a namespace without an adapter of the host, as in basic mode. */
  adapter(namespace: ChainNamespace): ChainAdapter;
}

/** WalletConnect of an instance, created on start if it is configured. */
export interface WalletConnectFlow {
  /** Loads the client. Repeated calls share one load. */
  client(): Promise<WalletConnectClient>;
  /** Also pairs while Connect is shown, until the modal closes. */
  prepare(): void;
  /** Contacts the network's relay for the pairing. */
  reach(): void;
  /** Keeps a pairing link valid until stopped. */
  startPairing(): Promise<void>;
  stopPairing(): void;
  /** The current pairing link. */
  link(): string | undefined;
  /** Opens a wallet by its link, synchronously in the tap; returns the link. */
  open(options: OpenWalletOptions): string | undefined;
}
