import type { SignInContext } from '../core/index.js';
import { askGateway, GatewayRefusal } from '../core/kernel/askGateway.js';
import { refreshSignInCall, type refreshSignInRequest } from '../protocol/calls/project/siwx.js';
import { exclusively } from './exclusively.js';
import { findSession, type KeptSession, removeSession, toKeptTokens, writeSession } from './sessionRecord.js';
import { toAccount } from './toAccount.js';

/** Fraction of a token's life after which it is renewed. */
const RENEW_AFTER = 0.8;

/** Milliseconds before each retry of a failed renewal; the last is also the longest timer. */
const RETRIES = [500, 2_000, 5_000, 15_000, 60_000];
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Milliseconds allowed for a renewal. A token may be used twice within 10 s, so a second attempt still succeeds. */
const TIMEOUT_MS = 4_000;

/** Renews the tokens of sessions. */
export interface Renewal {
  /** Keeps renewing the token of an account's session. */
  watch(id: string): void;
  forget(id: string): void;
  /** CAIP-10 ids of all accounts watched so far. */
  watched(): readonly string[];
}

/**
 * Renews tokens before they expire, one tab at a time. Only a refusal by the gateway ends a session: while the gateway is
 * unreachable the session continues and renewal is retried.
 */
export function createRenewal(context: SignInContext): Renewal {
  const { signal, storage } = context;
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const seen = new Set<string>();

  const schedule = (id: string, delay: number, failures = 0) => {
    clearTimeout(timers.get(id));
    if (signal.aborted) return;
    const wait = Math.min(Math.max(delay, 0), MAX_TIMER_MS);
    timers.set(
      id,
      setTimeout(() => void renew(id, failures), wait),
    );
  };
  const renew = async (id: string, failures: number) => {
    const outcome = await exclusively(id, () => renewed(context, id));
    if (signal.aborted || !timers.has(id)) return;
    if (outcome === 'failed') {
      schedule(id, RETRIES[Math.min(failures, RETRIES.length - 1)] ?? 0, failures + 1);
      return;
    }
    const kept = findSession(storage, id);
    if (kept) schedule(id, untilRenewal(kept));
    else timers.delete(id);
    context.changed(toAccount(id));
  };
  const retryNow = () => {
    for (const id of timers.keys()) {
      const kept = findSession(storage, id);
      if (kept && untilRenewal(kept) <= 0) schedule(id, 0);
    }
  };
  signal.addEventListener('abort', () => {
    for (const timer of timers.values()) clearTimeout(timer);
  });
  window.addEventListener('online', retryNow, { signal });
  // Timers are late after a computer wakes from sleep.
  document.addEventListener('visibilitychange', retryNow, { signal });

  return {
    watch(id) {
      seen.add(id);
      if (timers.has(id)) return;
      const kept = findSession(storage, id);
      if (kept) schedule(id, untilRenewal(kept));
    },
    forget(id) {
      clearTimeout(timers.get(id));
      timers.delete(id);
    },
    watched: () => [...seen],
  };
}

type Outcome = 'renewed' | 'ended' | 'failed';

async function renewed(context: SignInContext, id: string): Promise<Outcome> {
  const { storage } = context;
  const kept = findSession(storage, id);
  if (!kept) return 'ended';
  // Another tab was faster.
  if (untilRenewal(kept) > 0) return 'renewed';
  writeSession(storage, { ...kept, renewing: true });
  try {
    const { refreshToken } = kept;
    const input = { body: { refreshToken }, timeout: TIMEOUT_MS };
    const tokens = await askGateway<typeof refreshSignInRequest>(context, refreshSignInCall, input);
    const current = findSession(storage, id);
    // Signed out meanwhile, so the result is not used.
    if (!current) return 'ended';
    // Signed in again meanwhile, or renewed in another tab: that session is the newer one.
    if (current.refreshToken !== refreshToken) return 'renewed';
    writeSession(storage, { ...kept, ...toKeptTokens(tokens) });
    return 'renewed';
  } catch (error) {
    if (!(error instanceof GatewayRefusal && error.status === 401)) return 'failed';
    if (findSession(storage, id)?.refreshToken !== kept.refreshToken) return 'renewed';
    removeSession(storage, id);
    return 'ended';
  }
}

/** Milliseconds until a token's renewal; 0 if an earlier renewal was interrupted. */
function untilRenewal(kept: KeptSession): number {
  if (kept.renewing) return 0;
  const { tokenIssuedAt, tokenEndsAt } = kept;
  return tokenIssuedAt + (tokenEndsAt - tokenIssuedAt) * RENEW_AFTER - Date.now();
}
