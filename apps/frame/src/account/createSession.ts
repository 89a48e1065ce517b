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
import type { SessionStore, StoredSession } from '../storage/SessionStore.js';

/** An access token is renewed this many milliseconds before it expires. */
const MARGIN = 30_000;

/** Milliseconds that sign-out waits for the wallet service. */
const SIGN_OUT_LIMIT = 2_500;

/** The tokens of the signed-in user. */
export interface Session {
  /**
   * Runs a task with a valid access token, renewing it if necessary. Retries once with a new token if the wallet service
   * refuses it.
   *
   * @throws NOT_CONNECTED No user is signed in, or the session has ended.
   */
  use<Result>(work: (access: string) => Promise<Result>): Promise<Result>;
  /** Id of the session, or undefined without a session. */
  id(): Promise<string | undefined>;
  /**
   * Adopts the stored session if another page of this installation started or ended one.
   *
   * @returns whether the session is a different one than before.
   */
  follow(): Promise<boolean>;
  /**
   * Starts a new session. The previous one is revoked at the wallet service if it responds.
   *
   * @throws ABORTED by the signal; the session is then not started.
   */
  begin(session: WalletSession, signal: AbortSignal): Promise<void>;
  /** Revokes a session that was never started, if the wallet service responds. */
  abandon(session: WalletSession): void;
  /** Removes the tokens first, then revokes them at the wallet service if it responds. */
  end(): Promise<void>;
}

/** The tokens in memory. */
interface Held {
  current: StoredSession | undefined;
  /** Incremented when a session starts or ends: results of an earlier session are discarded. */
  era: number;
}

/** @param now - Milliseconds since 1970. */
export function createSession(walletService: ServiceClient, store: SessionStore, now: () => number): Session {
  const held: Held = { current: undefined, era: 0 };
  let renewing: Promise<StoredSession> | undefined;
  const good = async (refused?: string) => {
    const { current } = held;
    if (current && isGood(current, refused, now())) return current;
    // A refresh token can be used only once: concurrent calls and pages share one renewal.
    renewing ??= store
      .alone(() => renew(walletService, store, held, refused, now))
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
      // Without a session here there is nothing to end, and a stored one may just be renewing.
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
      if (before) void revoke(walletService, before, now());
    },
    abandon: session => void revoke(walletService, keptOf(session, now()), now()),
    async end() {
      const before = latest(store, held);
      held.era += 1;
      held.current = undefined;
      const kept = await before;
      await store.keep(undefined);
      if (kept) await revoke(walletService, kept, now());
    },
  };
}

function keptOf({ sid, access, expiresIn, refresh }: WalletSession, now: number): StoredSession {
  return { sid, access, refresh, until: now + expiresIn * 1_000 };
}

/** @param refused - A token that the wallet service refused. */
function isGood({ until, access }: StoredSession, refused: string | undefined, now: number): boolean {
  return until - MARGIN > now && access !== refused;
}

async function keep(store: SessionStore, held: Held, session: StoredSession | undefined): Promise<void> {
  held.current = session;
  await store.keep(session);
}

/** Reads the stored session: it includes an exchange whose response was lost and tokens renewed by other pages. */
async function latest(store: SessionStore, { current }: Held): Promise<StoredSession | undefined> {
  return (await store.read()) ?? current;
}

/** Renews the tokens, or adopts valid ones that another page of the browser has stored. */
async function renew(
  walletService: ServiceClient,
  store: SessionStore,
  held: Held,
  refused: string | undefined,
  now: () => number,
): Promise<StoredSession> {
  const begun = held.era;
  const kept = await store.read();
  if (begun !== held.era || !kept) throw frameError('NOT_CONNECTED');
  if (isGood(kept, refused, now())) {
    held.current = kept;
    return kept;
  }
  try {
    const body = exchangeOf(kept);
    // If the response is lost, or the page closes, the same exchange is repeated. A new exchange would reuse a one-time token,
    // which ends the session.
    await store.keep({ ...kept, ...body });
    const { session } = await walletService.call<typeof refreshSessionRequest>(refreshSessionCall, { body });
    if (begun !== held.era) throw frameError('NOT_CONNECTED');
    const renewed = keptOf(session, now());
    await keep(store, held, renewed);
    return renewed;
  } catch (error) {
    // The session has ended. Other failures are retried at the next call.
    if (isError(error, 'NOT_CONNECTED') && begun === held.era) await keep(store, held, undefined);
    throw error;
  }
}

/** The pending exchange of a refresh token, or a new one. */
function exchangeOf({ refresh, exchange = crypto.randomUUID() }: StoredSession) {
  return { refresh, exchange };
}

/** Revokes a session at the wallet service. Never rejects; uses keepalive to outlive the page. */
async function revoke(walletService: ServiceClient, kept: StoredSession, now: number): Promise<void> {
  const options = { signal: AbortSignal.timeout(SIGN_OUT_LIMIT), keepalive: true };
  const renewed = async () => {
    const { session } = await walletService.call<typeof refreshSessionRequest>(refreshSessionCall, {
      ...{ body: exchangeOf(kept), ...options },
    });
    return session.access;
  };
  try {
    const good = kept.until > now ? kept.access : await renewed();
    await walletService.call<typeof endSessionRequest>(endSessionCall, { access: good, ...options });
  } catch {
    // The tokens are removed locally; the session expires.
  }
}
