import type { CaipAddress, CaipNetworkId, ChainNamespace } from '../../protocol/caip.js';
import type { SiwxMessage } from '../../protocol/siwx/SiwxMessage.js';
import type { Storage } from '../kernel/storage.js';

/** An account on a network, which is what signs in: a session holds for both together. */
export interface SignInAccount {
  /** The plain address, as the adapter gave it. */
  readonly accountAddress: string;
  /** CAIP-2. */
  readonly chainId: CaipNetworkId;
}

/** A visitor's proof that an account signed in, as it is stored and read by hosts. */
export interface SiwxSession {
  /** CAIP-10 id of the account. */
  readonly accountAddress: CaipAddress;
  readonly chainId: CaipNetworkId;
  readonly message: SiwxMessage;
  /** What the wallet signed: `formatSiwxMessage(message)`, or the wallet's own text at one-prompt sign-in. */
  readonly text: string;
  readonly signature: string;
  /** Gateway-backed sessions: the signed token for the host's own back end (JWT). It is renewed before it ends. */
  readonly token?: string;
  /** ISO 8601; absent: the session does not end by itself. */
  readonly expirationTime?: string;
}

/** What is signed, before it is known by which account and on which network. */
export type SiwxParameters = Omit<SiwxMessage, 'accountAddress' | 'chainId' | 'scheme'>;

/** What an instance gives to its sign-in. */
export interface SignInContext {
  /** The project's id and the gateway's address, where the host configured them. */
  readonly projectId: string | undefined;
  readonly gateway: string | undefined;
  /** Where the instance keeps what outlives a reload. */
  readonly storage: Storage;
  /** Aborted by destroy(): end every timer, listener and request. */
  readonly signal: AbortSignal;
  /**
   * To be called when a session was renewed or has ended without core asking, for example because a service said so. Core
   * reads the account's sessions again; where none is left it asks the visitor again.
   */
  changed(account: SignInAccount): void;
}

/**
 * Sign-in with a wallet, made by `createSiwx` of `latchkit/siwx` (or by the host) and given to `createLatchkit` as `siwx`.
 * Core runs the steps; this says what is signed, and where sessions live.
 */
export interface SignInConfig {
  /** Whether a connection without a session may stand. Default of `createSiwx`: true. */
  readonly required: boolean;
  /** Begins to serve an instance; called once for each, when sign-in is first needed. May load code. */
  attach(context: SignInContext): Promise<SignIn> | SignIn;
}

/** Sign-in of one instance. Every method may reject; core then says so to the visitor. */
export interface SignIn {
  /** Prepares the message for an account: nonce, times, statement. @throws when sign-in cannot start [ERR-37]. */
  createMessage(account: SignInAccount & { readonly namespace: ChainNamespace }): Promise<SiwxMessage>;
  /**
   * Prepares the message without its account, for wallets that sign in with the connection [VAL-18]: each call has a nonce of
   * its own. Left out, or undefined: wallets connect first, and sign afterwards.
   */
  createParameters?(): Promise<SiwxParameters | undefined>;
  /** The text to sign for a message: ERC-4361 on EVM, the CAIP-122 form elsewhere. */
  format(message: SiwxMessage): string;
  /**
   * Verifies and keeps a session. Answers it as stored.
   *
   * @throws SIGN_IN_SMART_ACCOUNT when the signature of a contract does not verify [ERR-39]; whatever else when it is not kept.
   */
  addSession(session: SiwxSession): Promise<SiwxSession>;
  /** The sessions of an account on a network that are in force. */
  getSessions(account: SignInAccount): Promise<readonly SiwxSession[]>;
  /** Ends the sessions of an account on a network. */
  revokeSessions(account: SignInAccount): Promise<void>;
}

/** What a client needs to sign in with the connection. */
export interface WalletConnectSignIn {
  /**
   * The message without its account, with a nonce of its own, and the EVM network that is active (CAIP-2). Undefined: wallets
   * are only asked to connect. Never rejects.
   */
  parameters(): Promise<(SiwxParameters & { readonly chainId: CaipNetworkId | undefined }) | undefined>;
  /**
   * Verifies and keeps what a wallet signed, before its connection is reported. Messages of one wallet share a nonce, which
   * counts once: the one for the active network is kept, else the first.
   *
   * @throws SIGN_IN_SMART_ACCOUNT, SIGN_IN_FAILED it does not verify; SIGN_IN_UNAVAILABLE.
   */
  accept(signed: readonly SiwxSession[]): Promise<void>;
}
