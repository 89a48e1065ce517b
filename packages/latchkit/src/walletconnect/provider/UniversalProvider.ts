import type { AuthenticationOptions } from '../dapp/propose.js';
import type { KeptPairing } from '../pairing/keepPairing.js';
import type { ProposalNamespaces } from '../session/Namespaces.js';
import type { Session } from '../session/Session.js';
import type { SignOptions } from '../session/SignOptions.js';
import type { ChainRequest } from './ProviderContext.js';
import type { ProviderEvents } from './ProviderEvents.js';

export interface UniversalProviderOptions extends SignOptions {
  /** Where reads of a chain (CAIP-2) go: the host's own nodes. Undefined: reads fail [ERR-66]. */
  rpcUrl?(chainId: string): string | undefined;
  /**
   * Takes in what a wallet signed with the connection, `session.auths`, before the session is taken up. One that is rejected
   * ends at once, and `connect` rejects with the same error.
   */
  admit?(session: Session): Promise<void>;
}

/** What is signed with the connection. `chains` puts those that are asked for in another order. */
export type ConnectAuthentication = Omit<AuthenticationOptions, 'chains'> &
  Partial<Pick<AuthenticationOptions, 'chains'>>;

export interface ConnectOptions {
  /** CAIP-2 ids of the chains that the page works with; all are optional to the wallet. */
  readonly chains: readonly string[];
  /** Default: the methods and events of the field for these chains. */
  readonly namespaces?: ProposalNamespaces | undefined;
  /**
   * Signs in with the connection, where all chains are EVM [VAL-18]; else it is left out. A function is called for each link,
   * so that each has a nonce of its own; the wallet is only asked to connect where it answers undefined or rejects.
   */
  readonly authentication?:
    | ConnectAuthentication
    | (() => Promise<ConnectAuthentication | undefined>)
    | undefined;
  /** Asks for another session also where one stands for these chains; that one ends when the new one is approved. */
  readonly renew?: boolean | undefined;
  /** One that `pair` started for the same chains. Default: one is started. */
  readonly pairing?: KeptPairing | undefined;
  /** Ends the attempt. */
  readonly signal?: AbortSignal | undefined;
}

/** One session with one wallet, for every kind of chain. */
export interface UniversalProvider {
  readonly session: Session | undefined;
  /** Takes up the stored session, if there is one in force. No wallet is asked: phones sleep. */
  restore(): Session | undefined;
  /** Starts a pairing and keeps its link fresh, so that one is there before anybody looks at it. */
  pair(options: ConnectOptions): KeptPairing;
  /**
   * The session for these chains: the one that is there, when it was asked for the same chains; else that one is dropped
   * and a new proposal leaves [STATE-35].
   *
   * @throws CONNECTION_REJECTED [ERR-17] [ERR-18]; CONNECTOR_CHAINS_MISMATCH no chain was approved; what a proposal throws.
   */
  connect(options: ConnectOptions): Promise<Session>;
  /**
   * Resolves once the relay listens to the session: from then on the page hears of what the wallet does.
   *
   * @throws WC_NOT_INITIALIZED [ERR-65]; CONNECT_FIRST; WC_RELAY_TIMEOUT after 1 min; WC_CLOSED
   */
  listening(): Promise<void>;
  /** Ends the session, here at once [STATE-33]. @throws WC_NOT_INITIALIZED [ERR-65] */
  disconnect(): Promise<void>;
  /** Asks whether the wallet is there. @throws WC_NOT_INITIALIZED [ERR-65]; CONNECT_FIRST */
  ping(): Promise<void>;
  /**
   * A request on a chain (CAIP-27); without one on the current chain of the first namespace.
   *
   * @throws CONNECT_FIRST [ERR-64] [VAL-06]; ProviderRpcError; NO_RPC_URL [ERR-66]; WC_CALL_STATUS_NOT_APPROVED [ERR-67];
   * WC_SWITCH_NOT_APPROVED [ERR-68]; what a session's request throws.
   */
  request(request: Omit<ChainRequest, 'chainId'>, chainId?: string): Promise<unknown>;
  /** Tries a relay that could not be reached again at once, and not after the pause that was next. */
  wake(): void;
  /** The current chain of a namespace. CAIP-2. */
  chainOf(namespace: string): string | undefined;
  /** The addresses on the current chain of a namespace, the wallet's first one first. */
  addresses(namespace: string): readonly string[];
  on<E extends keyof ProviderEvents>(event: E, listener: (value: ProviderEvents[E]) => void): () => void;
  /** Closes the socket and settles everything; the session stays stored. */
  close(): void;
}
