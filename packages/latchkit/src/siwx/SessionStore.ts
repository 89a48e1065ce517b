import type { SignInAccount, SiwxSession } from '../core/index.js';

/** A host's own server that verifies and stores sessions instead of the gateway. Every method may reject. */
export interface SessionStore {
  /** Returns a new nonce of at least 8 letters and digits, for one use. */
  nonce(account: SignInAccount & { readonly domain: string }): Promise<string>;
  /**
   * Returns a nonce for an account that is not known yet, for wallets that sign in with the connection. If omitted,
   * wallets connect first and sign afterwards.
   */
  connectionNonce?(page: { readonly domain: string }): Promise<string>;
  /** Verifies and stores a session. Returns the stored session if it differs. @throws when the session is invalid. */
  add(session: SiwxSession): Promise<SiwxSession | undefined>;
  /** Returns an account's valid sessions on a network. */
  get(account: SignInAccount): Promise<readonly SiwxSession[]>;
  /** Ends an account's sessions on a network. */
  revoke(account: SignInAccount): Promise<void>;
}
