import type { CaipAddress, CaipNetworkId, ChainNamespace } from '../../protocol/caip.js';
import type { SiwxMessage } from '../../protocol/siwx/SiwxMessage.js';

/** A visitor's proof that an account signed in, as it is stored and read by hosts. */
export interface SiwxSession {
  /** CAIP-10 id of the account. */
  readonly accountAddress: CaipAddress;
  readonly chainId: CaipNetworkId;
  readonly message: SiwxMessage;
  /** What the wallet signed: `formatSiwxMessage(message)`, or the wallet's own text at one-prompt sign-in. */
  readonly text: string;
  readonly signature: string;
  /** Gateway-backed sessions: the signed token for the host's own back end (JWT). */
  readonly token?: string;
  /** ISO 8601; absent: the session does not end by itself. */
  readonly expirationTime?: string;
}

/**
 * Sign-in with a wallet, made by `createSiwx` of `latchkit/siwx` and given to `createLatchkit` as `siwx`. Core runs the
 * steps; this says what is signed, and where sessions live. Every method may reject; core then says so to the visitor.
 */
export interface SignInConfig {
  /** Whether a connection without a session may stand. Default of `createSiwx`: true. */
  readonly required: boolean;
  /** Prepares the message for an account: nonce, times, statement. @throws when sign-in cannot start [ERR-37]. */
  createMessage(account: {
    readonly accountAddress: string;
    readonly chainId: CaipNetworkId;
    readonly namespace: ChainNamespace;
  }): Promise<SiwxMessage>;
  /** The text to sign for a message: ERC-4361 on EVM, the CAIP-122 form elsewhere. */
  format(message: SiwxMessage): string;
  /** Verifies and keeps a session. @throws when it does not verify. Answers it as stored. */
  addSession(session: SiwxSession): Promise<SiwxSession>;
  /** The sessions of an account on a network that are in force. */
  getSessions(accountAddress: string, chainId: CaipNetworkId): Promise<readonly SiwxSession[]>;
  /** Ends the sessions of an account on a network. */
  revokeSessions(accountAddress: string, chainId: CaipNetworkId): Promise<void>;
}
