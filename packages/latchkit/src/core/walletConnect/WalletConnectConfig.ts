import type { BaseError } from '../../protocol/BaseError.js';
import type { CaipNetworkId, ChainNamespace } from '../../protocol/caip.js';
import type { ChainAdapter, ConnectRequest } from '../adapter/ChainAdapter.js';
import type { CaipNetwork } from '../adapter/Network.js';
import type { Storage } from '../kernel/storage.js';
import type { Latchkit } from '../Latchkit.js';
import type { DappMetadata } from '../LatchkitOptions.js';
import type { WalletConnectSignIn } from '../signIn/SignInConfig.js';
import type { WalletConnectFlow } from './WalletConnectFlow.js';

/**
 * WalletConnect, made by `walletConnect()` of `latchkit/walletconnect` and given to `createLatchkit` as `walletConnect`. It is
 * the instance's and not an adapter's, because one session serves every kind of chain, and because basic mode has no
 * adapters at all. Holds no code of the client: that loads on intent, or where something is stored.
 */
export interface WalletConnectConfig {
  /**
   * Whether a session, or a proposal that a wallet may have answered meanwhile, is stored: then the client loads with the
   * instance. A phone may throw the page away while the visitor is in the wallet. Synchronous.
   *
   * @param storage the instance's.
   */
  isAwaited(storage: Storage): boolean;
  /** What the modal opens with where the host has no adapters and nothing is connected [OPEN-03] [OPEN-04]. */
  startView(): 'AllWallets' | 'ConnectingWalletConnectBasic';
  /**
   * Loads what runs WalletConnect for an instance and starts it; called with the instance's start. Contacts nobody. Here and not in core, so
   * that a host without WalletConnect carries not even the name of a file.
   */
  follow(kit: Latchkit): Promise<WalletConnectFlow>;
}

/** What an instance gives to its WalletConnect client. */
export interface WalletConnectHost {
  /** The networks of every namespace, in the host's order; live. What a wallet is asked for. */
  networks(): readonly CaipNetwork[];
  /** Where reads of a network go. Undefined: nowhere. */
  rpcUrl(network: CaipNetwork): string | undefined;
  readonly metadata: DappMetadata;
  readonly projectId: string | undefined;
  /** Base address of the gateway, whose `/relay` is the default relay. */
  readonly gateway: string | undefined;
  readonly storage: Storage;
  /** Signs in with the connection where all chains are EVM [VAL-18]; undefined: no sign-in is configured. */
  readonly signIn?: WalletConnectSignIn | undefined;
  /** Aborted by destroy(): closes the socket, ends every timer and settles every promise. */
  readonly signal: AbortSignal;
  report(event: WalletConnectEvent): void;
}

/** How the socket to the relay stands. `idle`: none is needed. */
export type WalletConnectRelay = 'idle' | 'connecting' | 'open' | 'offline' | 'unreachable';

/** What a wallet says of itself. Its own word: nothing of it is verified. */
export interface WalletConnectPeer {
  /** Cleaned of control and bidirectional characters. */
  readonly name: string;
  /** An https address. */
  readonly url?: string | undefined;
  /** https or data addresses of images, best first. */
  readonly icons: readonly string[];
  /** Where its app is opened: a link of its own scheme, and one of the web. */
  readonly redirect?:
    | { readonly native?: string | undefined; readonly universal?: string | undefined }
    | undefined;
}

/** What a client tells its instance, whenever it happens. */
export type WalletConnectEvent =
  /** `error` names the cause while the relay is unreachable. */
  | { readonly type: 'relay'; readonly relay: WalletConnectRelay; readonly error?: BaseError | undefined }
  /** The link to show or follow from now on; undefined: there is none any more. */
  | { readonly type: 'link'; readonly uri: string | undefined }
  /** Pairing ended with an error that trying again will not mend. */
  | { readonly type: 'failed'; readonly error: BaseError }
  /** A session stands and is listened to: approved now, or restored. */
  | {
      readonly type: 'connected';
      readonly namespaces: readonly ChainNamespace[];
      readonly wallet: WalletConnectPeer;
    }
  /** The session ended: here, by the wallet, by expiry. */
  | { readonly type: 'disconnected' }
  /** How a request to the wallet stands. `sent`: the relay keeps it, and hands it over when the wallet wakes up. */
  | {
      readonly type: 'request';
      readonly id: number;
      readonly method: string;
      readonly chainId: CaipNetworkId;
      readonly status: 'sending' | 'sent' | 'settled';
    };

/** The client of one instance. Every promise settles, and all end with the host's signal. */
export interface WalletConnectClient {
  /** Keeps a link fresh until `signal` is aborted; the first is reported before this returns. Calls add up. */
  pair(signal: AbortSignal): void;
  /** The link to follow now, made anew where the last has 10 s left [TIME-14]; undefined while nothing is paired. */
  link(): string | undefined;
  /**
   * Resolves when a session stands that has accounts in the namespace. One that this namespace makes no use of yet is taken
   * as it is: one approval may connect several kinds of chains. Else the visitor is asked, and what is approved takes the
   * place of the session before.
   *
   * @throws CONNECTION_REJECTED [ERR-17] [ERR-18]; CONNECTOR_CHAINS_MISMATCH the wallet has no account in the namespace; MODAL_CLOSED aborted.
   */
  connect(namespace: ChainNamespace, request: Pick<ConnectRequest, 'networkId' | 'signal'>): Promise<void>;
  /**
   * Whether a stored session has accounts in the namespace, once the relay listens to it; false where the relay does not
   * within 3 s. No wallet is asked: phones sleep. A session whose relay comes later is reported as `connected` then.
   */
  restore(namespace: ChainNamespace): Promise<boolean>;
  /** Ends the session, here at once: resolves whether or not the relay can be reached. */
  disconnect(): Promise<void>;
  /** Tries a relay that could not be reached again at once, and not after the pause that was next. */
  wake(): void;
  /** Hands a request that is under way to the relay again, under its old id; a wallet that has it ignores it. */
  resend(id: number): Promise<void>;
  /** Rejects a request that is under way with EIP-1193's 4001. The wallet isn't told; its answer is ignored. */
  cancel(id: number): void;
  /** EIP-1193, with the session's EVM chains. `eth_requestAccounts` connects where nothing is. */
  readonly eip1193: unknown;
  /** A wallet of Wallet Standard, with the session's Solana accounts. */
  readonly solanaWallet: unknown;
  /** An adapter for a namespace that no adapter of the host's serves, as in basic mode. */
  adapter(namespace: ChainNamespace): ChainAdapter;
}
