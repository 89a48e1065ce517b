import type { CaipAddress, ChainId, ChainNamespace } from '../../protocol/caip.js';
import type { SiwxMessage } from '../../protocol/siwx/SiwxMessage.js';
import type { GatewayClock } from '../kernel/gatewayClock.js';
import type { Storage } from '../kernel/storage.js';

/** An account on a network; a session is valid for this pair only. */
export interface SignInAccount {
  /** As the adapter reported it: the address alone, not a CAIP-10 id. */
  readonly address: string;
  /** CAIP-2. */
  readonly chainId: ChainId;
  /** Absent for an account that is no longer connected, as what follows. */
  readonly namespace?: ChainNamespace;
  /** The kind of account: `eoa` unless the wallet reports another. */
  readonly type?: string;
  /** Public key, if the address is not the key itself and the wallet reports it. */
  readonly publicKey?: string;
  /** BIP-32 derivation path, if the wallet reports it. */
  readonly path?: string;
}

/** Proof that an account signed in, as stored and as hosts read it. */
export interface SiwxSession {
  /** CAIP-10 id of the account; the message's `accountAddress` is the address alone. */
  readonly accountAddress: CaipAddress;
  readonly chainId: ChainId;
  readonly message: SiwxMessage;
  /** The signed text: `formatSiwxMessage(message)`, or the wallet's own text for one-prompt sign-in. */
  readonly text: string;
  readonly signature: string;
  /** Gateway-backed sessions: a signed token (JWT) for the host's own back end. Renewed before it expires. */
  readonly token?: string;
  /** ISO 8601; absent: the session does not expire. */
  readonly expirationTime?: string;
}

/** The message's fields, before its account and network are known. */
export type SiwxParameters = Omit<SiwxMessage, 'accountAddress' | 'chainId' | 'scheme'>;

/** Passed to sign-in by an instance. */
export interface SignInContext {
  /** The project's id and the gateway's URL, if the host configured them. */
  readonly projectId: string | undefined;
  readonly gateway: string | undefined;
  /** The instance's persistent storage. */
  readonly storage: Storage;
  /** Aborted by destroy(): end every timer, listener and request. */
  readonly signal: AbortSignal;
  /** The gateway's time, for the times of messages and sessions. Absent: the page's clock. */
  readonly clock?: GatewayClock;
  /**
   * Call it when a session was renewed or has ended without a call from core, for example because a service reported it. Core
   * reads the account's sessions again and, if none is left, asks the visitor to sign in.
   */
  changed(account: SignInAccount): void;
}

/**
 * Sign-in with a wallet, created by `createSiwx` of `latchkit/siwx` (or by the host) and passed to `createLatchkit` as `siwx`.
 * Core runs the steps; this defines the message and stores the sessions.
 */
export interface SignInConfig {
  /** Whether a connection requires a session. Default of `createSiwx`: true. */
  readonly required: boolean;
  /**
   * What the instance lacks for sign-in to work, as a sentence for the developer, which is printed when the instance is created.
   * Undefined: nothing.
   */
  missing?(options: Partial<Pick<SignInContext, 'gateway' | 'projectId'>>): string | undefined;
  /** Attaches to an instance; called once per instance, when sign-in is first needed. May load code. */
  attach(context: SignInContext): Promise<SignIn> | SignIn;
}

/** Sign-in of one instance. Every method may reject; core then informs the visitor. */
export interface SignIn {
  /** Creates the message for an account: nonce, times, statement. @throws if sign-in cannot start. */
  createMessage(account: SignInAccount & { readonly namespace: ChainNamespace }): Promise<SiwxMessage>;
  /**
   * Creates the message without its account, for wallets that sign in while connecting; each call has a fresh nonce. Absent or
   * undefined: wallets connect first and sign afterwards.
   */
  createParameters?(): Promise<SiwxParameters | undefined>;
  /** The text to sign for a message: ERC-4361 on EVM, the CAIP-122 form elsewhere. */
  format(message: SiwxMessage): string;
  /**
   * Verifies and stores a session. Resolves to the stored session.
   *
   * @throws SIGN_IN_SMART_ACCOUNT if a contract's signature is invalid; any other error if the session is not stored.
   */
  addSession(session: SiwxSession): Promise<SiwxSession>;
  /** The valid sessions of an account on a network. */
  getSessions(account: SignInAccount): Promise<readonly SiwxSession[]>;
  /** Ends the sessions of an account on a network. */
  revokeSessions(account: SignInAccount): Promise<void>;
}

/** What a WalletConnect client needs to sign in while connecting. */
export interface WalletConnectSignIn {
  /**
   * The message without its account, with a fresh nonce, and the active EVM network (CAIP-2). Undefined: wallets only connect.
   * Never rejects.
   */
  parameters(): Promise<(SiwxParameters & { readonly chainId: ChainId | undefined }) | undefined>;
  /**
   * Verifies and stores a wallet's signed messages, before its connection is reported. Messages of one wallet share a nonce,
   * which is valid once: the message for the active network is used, else the first.
   *
   * @throws SIGN_IN_SMART_ACCOUNT; SIGN_IN_FAILED if verification fails; SIGN_IN_UNAVAILABLE.
   */
  accept(signed: readonly SiwxSession[]): Promise<void>;
}

/** The entry points of sign-in for its actions, once its code is loaded. */
export interface SignInFlow {
  /** Requests the signature from the wallet and creates the session. */
  sign(namespace: ChainNamespace | undefined): Promise<SiwxSession>;
  /** The visitor cancels sign-in. */
  cancel(): Promise<void>;
  signOut(namespace: ChainNamespace | undefined): Promise<void>;
  /** Sign-in while connecting by WalletConnect. */
  atConnection(): Promise<WalletConnectSignIn>;
}
