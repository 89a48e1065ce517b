import { doneAnswer, frameError, isError, tokenRefreshAnswer, type WalletSession } from 'latchkit/protocol';
import type { ServiceClient } from '../services/createServiceClient.js';
import type { SessionStore } from './SessionStore.js';

/** Milliseconds before its end that an access token is renewed. */
const MARGIN = 30_000;

/** Milliseconds that signing out waits for the gateway. */
const SIGN_OUT_LIMIT = 2_500;

/** The tokens of the signed-in user. */
export interface Session {
  /**
   * A token that is good for a while, renewed where it takes that.
   *
   * @throws NOT_CONNECTED nobody is signed in, or not any more.
   */
  access(): Promise<string>;
  begin(session: WalletSession): Promise<void>;
  /** Forgets the tokens first, and tells the gateway then, as far as it answers. */
  end(): Promise<void>;
}

/** @param now - Milliseconds since 1970. */
export function createSession(gateway: ServiceClient, store: SessionStore, now: () => number): Session {
  let current: { readonly access: string; readonly until: number } | undefined;
  let renewing: Promise<string> | undefined;

  const begin = async ({ access, expiresIn, refresh }: WalletSession) => {
    current = { access, until: now() + expiresIn * 1_000 };
    await store.keep(refresh);
  };
  const renew = async () => {
    const refresh = await store.read();
    if (refresh === undefined) throw frameError('NOT_CONNECTED');
    try {
      const body = { refresh };
      const { session } = await gateway.ask('/v1/token/refresh', tokenRefreshAnswer, { body });
      await begin(session);
      return session.access;
    } catch (error) {
      // The session is over. What only failed is tried again with the next call.
      if (isError(error, 'NOT_CONNECTED')) await store.keep(undefined);
      throw error;
    }
  };
  return {
    async access() {
      if (current && current.until - MARGIN > now()) return current.access;
      // A refresh token is good once: two calls share one renewal.
      renewing ??= renew().finally(() => {
        renewing = undefined;
      });
      return renewing;
    },
    begin,
    async end() {
      const access = current?.access;
      current = undefined;
      await store.keep(undefined);
      if (access === undefined) return;
      const signal = AbortSignal.timeout(SIGN_OUT_LIMIT);
      await gateway.ask('/v1/session/revoke', doneAnswer, { body: {}, access, signal }).catch(() => {});
    },
  };
}
