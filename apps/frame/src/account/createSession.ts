import {
  endSessionCall,
  type endSessionRequest,
  frameError,
  isError,
  refreshSessionCall,
  type refreshSessionRequest,
  type WalletSession,
} from 'latchkit/protocol';
import type { ServiceClient } from '../services/createServiceClient.js';
import type { KeptSession, SessionStore } from './SessionStore.js';

/** Milliseconds before its end that an access token is renewed. */
const MARGIN = 30_000;

/** Milliseconds that signing out waits for the gateway. */
const SIGN_OUT_LIMIT = 2_500;

/** The tokens of the signed-in user. */
export interface Session {
  /**
   * Does something with a token that is good for a while, renewed where it takes that; once more with a new one, should the
   * gateway refuse it.
   *
   * @throws NOT_CONNECTED nobody is signed in, or not any more.
   */
  use<Result>(work: (access: string) => Promise<Result>): Promise<Result>;
  /** Id of the session; undefined: there is none. */
  id(): Promise<string | undefined>;
  /**
   * Takes over the session that is kept, where another page of this installation began or ended one.
   *
   * @returns whether it is another one than before.
   */
  follow(): Promise<boolean>;
  /**
   * Begins another in place of the one that was, which is ended at the gateway as far as it answers.
   *
   * @throws ABORTED by the signal: then it does not begin.
   */
  begin(session: WalletSession, signal: AbortSignal): Promise<void>;
  /** Ends one that never began, at the gateway as far as it answers. */
  abandon(session: WalletSession): void;
  /** Forgets the tokens first, and tells the gateway then, as far as it answers. */
  end(): Promise<void>;
}

/** The tokens in this memory. */
interface Held {
  current: KeptSession | undefined;
  /** Raised when another session begins or this one ends: what comes for the one before is not kept. */
  era: number;
}

/** @param now - Milliseconds since 1970. */
export function createSession(gateway: ServiceClient, store: SessionStore, now: () => number): Session {
  const held: Held = { current: undefined, era: 0 };
  let renewing: Promise<KeptSession> | undefined;
  const good = async (refused?: string) => {
    const { current } = held;
    if (current && isGood(current, refused, now())) return current;
    // A refresh token is good once: two calls, and two pages, share one renewal.
    renewing ??= store
      .alone(() => renew(gateway, store, held, refused, now))
      .finally(() => {
        renewing = undefined;
      });
    return renewing;
  };
  return {
    async use(work) {
      const { access } = await good();
      try {
        return await work(access);
      } catch (error) {
        if (!isError(error, 'NOT_CONNECTED')) throw error;
      }
      return work((await good(access)).access);
    },
    id: async () => (held.current ?? (await store.read()))?.sid,
    async follow() {
      const kept = await store.read();
      if (kept?.sid === held.current?.sid) return false;
      // Without a session here there is nothing to end, and the renewal of what is kept may be under way.
      if (held.current === undefined) return true;
      held.era += 1;
      held.current = kept;
      return true;
    },
    async begin(session, signal) {
      const before = await latest(store, held);
      if (signal.aborted) throw frameError('ABORTED');
      held.era += 1;
      await keep(store, held, keptOf(session, now()));
      if (before) void revoke(gateway, before, now());
    },
    abandon: session => void revoke(gateway, keptOf(session, now()), now()),
    async end() {
      const before = latest(store, held);
      held.era += 1;
      held.current = undefined;
      const kept = await before;
      await store.keep(undefined);
      if (kept) await revoke(gateway, kept, now());
    },
  };
}

function keptOf({ sid, access, expiresIn, refresh }: WalletSession, now: number): KeptSession {
  return { sid, access, refresh, until: now + expiresIn * 1_000 };
}

/** @param refused - A token that the gateway refused. */
function isGood({ until, access }: KeptSession, refused: string | undefined, now: number): boolean {
  return until - MARGIN > now && access !== refused;
}

async function keep(store: SessionStore, held: Held, session: KeptSession | undefined): Promise<void> {
  held.current = session;
  await store.keep(session);
}

/** As it is kept: that also knows of an exchange whose answer got lost, and of another page's. */
async function latest(store: SessionStore, { current }: Held): Promise<KeptSession | undefined> {
  return (await store.read()) ?? current;
}

/** New tokens; those that another page of the browser renewed meanwhile, where they are good. */
async function renew(
  gateway: ServiceClient,
  store: SessionStore,
  held: Held,
  refused: string | undefined,
  now: () => number,
): Promise<KeptSession> {
  const begun = held.era;
  const kept = await store.read();
  if (begun !== held.era || !kept) throw frameError('NOT_CONNECTED');
  if (isGood(kept, refused, now())) {
    held.current = kept;
    return kept;
  }
  try {
    const body = exchangeOf(kept);
    // Should the answer get lost, on its way or with this page, the same exchange is asked for again. A new one would be the
    // second use of a token that is good once, which ends the session [SEC-41].
    await store.keep({ ...kept, ...body });
    const { session } = await gateway.call<typeof refreshSessionRequest>(refreshSessionCall, { body });
    if (begun !== held.era) throw frameError('NOT_CONNECTED');
    const renewed = keptOf(session, now());
    await keep(store, held, renewed);
    return renewed;
  } catch (error) {
    // The session is over. What only failed is tried again with the next call.
    if (isError(error, 'NOT_CONNECTED') && begun === held.era) await keep(store, held, undefined);
    throw error;
  }
}

/** The exchange of a refresh token that was begun, or one to begin. */
function exchangeOf({ refresh, exchange = crypto.randomUUID() }: KeptSession) {
  return { refresh, exchange };
}

/** Ends a session at the gateway; never rejects, and outlives the page where it can. */
async function revoke(gateway: ServiceClient, kept: KeptSession, now: number): Promise<void> {
  const options = { signal: AbortSignal.timeout(SIGN_OUT_LIMIT), keepalive: true };
  const renewed = async () => {
    const { session } = await gateway.call<typeof refreshSessionRequest>(refreshSessionCall, {
      ...{ body: exchangeOf(kept), ...options },
    });
    return session.access;
  };
  try {
    const good = kept.until > now ? kept.access : await renewed();
    await gateway.call<typeof endSessionRequest>(endSessionCall, { access: good, ...options });
  } catch {
    // Its tokens are forgotten: it ends by itself.
  }
}
