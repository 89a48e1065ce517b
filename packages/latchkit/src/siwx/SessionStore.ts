import type { SignInAccount, SiwxSession } from '../core/index.js';

/** Where sessions are verified and kept: a host's own server, in place of the gateway. Every method may reject. */
export interface SessionStore {
  /** A nonce that nobody had before, of at least 8 letters and digits. */
  nonce(account: SignInAccount & { readonly domain: string }): Promise<string>;
  /**
   * A nonce for an account that is not known yet, for wallets that sign in with the connection. Left out: wallets connect
   * first, and sign afterwards.
   */
  connectionNonce?(page: { readonly domain: string }): Promise<string>;
  /** Verifies a session and keeps it. Answers it as kept, where that differs. @throws when it does not verify. */
  add(session: SiwxSession): Promise<SiwxSession | undefined>;
  /** The sessions of an account on a network that are in force. */
  get(account: SignInAccount): Promise<readonly SiwxSession[]>;
  /** Ends the sessions of an account on a network. */
  revoke(account: SignInAccount): Promise<void>;
}
