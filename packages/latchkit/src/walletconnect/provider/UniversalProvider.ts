import type { AuthenticationOptions } from '../dapp/propose.js';
import type { KeptPairing } from '../pairing/keepPairing.js';
import type { ProposalNamespaces } from '../session/Namespaces.js';
import type { Session } from '../session/Session.js';
import type { SignOptions } from '../session/SignOptions.js';
import type { ChainRequest } from './ProviderContext.js';
import type { ProviderEvents } from './ProviderEvents.js';

/** Options of `createUniversalProvider`. */
export interface UniversalProviderOptions extends SignOptions {
  /** URL of the host's node for reads of a chain (CAIP-2). Undefined: reads fail with NO_RPC_URL. */
  rpcUrl?(chainId: string): string | undefined;
  /**
   * Asks the visitor whether a session is theirs before anything uses it; undefined: there is no need. If it rejects, the session
   * ends and `connect` rejects with the same error.
   */
  confirm?(session: Session): Promise<void> | undefined;
  /**
   * Verifies what a wallet signed with the connection, `session.auths`, before the session is used. If it rejects, the
   * session ends and `connect` rejects with the same error.
   */
  admit?(session: Session): Promise<void>;
}

/** What to sign with the connection. `chains` reorders the requested chains. */
export type ConnectAuthentication = Omit<AuthenticationOptions, 'chains'> &
  Partial<Pick<AuthenticationOptions, 'chains'>>;

/** What to propose to a wallet. */
export interface UniversalConnectOptions {
  /** CAIP-2 ids of the chains that the page uses; all are optional for the wallet. */
  readonly chains: readonly string[];
  /** Default: the usual methods and events for these chains. */
  readonly namespaces?: ProposalNamespaces | undefined;
  /**
   * Signs in with the connection if all chains are EVM; ignored otherwise. A function is called for each link, so that
   * each gets a new nonce; if it returns undefined or rejects, the wallet is only asked to connect.
   */
  readonly authentication?:
    | ConnectAuthentication
    | (() => Promise<ConnectAuthentication | undefined>)
    | undefined;
  /** Requests a new session even if one exists for these chains; the old one ends when the new one is approved. */
  readonly renew?: boolean | undefined;
  /** A pairing that `pair` started for the same chains. Default: a new one. */
  readonly pairing?: KeptPairing | undefined;
  /** Cancels the attempt. */
  readonly signal?: AbortSignal | undefined;
}

/** One session with one wallet, for all namespaces. */
export interface UniversalProvider {
  readonly session: Session | undefined;
  /** Restores the stored session if it has not expired. It does not contact the wallet: phones sleep. */
  restore(): Session | undefined;
  /** Starts a pairing and keeps its link valid, so that it is ready before it is shown. */
  pair(options: UniversalConnectOptions): KeptPairing;
  /**
   * Returns the session for these chains: the current one if it was requested for the same chains; else it is dropped
   * and a new proposal is sent.
   *
   * @throws CONNECTION_REJECTED; CONNECTOR_CHAINS_MISMATCH no chain was approved; what a proposal throws.
   */
  connect(options: UniversalConnectOptions): Promise<Session>;
  /**
   * Resolves once the relay is subscribed to the session: from then on the page receives the wallet's events.
   *
   * @throws WC_NOT_INITIALIZED; CONNECT_FIRST; WC_RELAY_TIMEOUT after 1 min; WC_CLOSED
   */
  listening(): Promise<void>;
  /** Ends the session, locally at once. @throws WC_NOT_INITIALIZED */
  disconnect(): Promise<void>;
  /** Checks that the wallet responds. @throws WC_NOT_INITIALIZED; CONNECT_FIRST */
  ping(): Promise<void>;
  /**
   * Sends a request for a chain (CAIP-27); the default is the current chain of the first namespace.
   *
   * @throws CONNECT_FIRST; ProviderRpcError; NO_RPC_URL; WC_CALL_STATUS_NOT_APPROVED; WC_SWITCH_NOT_APPROVED; what a
   * session's request throws.
   */
  request(request: Omit<ChainRequest, 'chainId'>, chainId?: string): Promise<unknown>;
  /** Retries an unreachable relay immediately instead of after the pause. */
  wake(): void;
  /** With `onDemand`: contacts the relays that wait, because a pairing link is shown or followed. */
  reach(): void;
  /** With `onDemand`: later pairings wait again for `reach`. */
  rest(): void;
  /** The current chain of a namespace. CAIP-2. */
  chainOf(namespace: string): string | undefined;
  /** The addresses on the current chain of a namespace, the wallet's selected one first. */
  addresses(namespace: string): readonly string[];
  on<E extends keyof ProviderEvents>(event: E, listener: (value: ProviderEvents[E]) => void): () => void;
  /** Closes the socket and settles all promises; the session stays stored. */
  close(): void;
}
