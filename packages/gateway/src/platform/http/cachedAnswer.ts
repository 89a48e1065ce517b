import type { Cache } from '../ports/Cache.js';
import { HttpError } from './HttpError.js';

export interface CachedAnswerOptions {
  /** Milliseconds for which a result is cached. */
  readonly life: number;
  /** Milliseconds after a failure before the next attempt. */
  readonly retryGap: number;
  /** Bypasses the cached result, but not the gap after a failure. */
  readonly force?: boolean;
  /** Aborts when the caller disconnects; a failure after that isn't cached. */
  readonly gone: AbortSignal;
  /** Code and message of the error. */
  readonly failure: { readonly code: string; readonly message: string };
}

const ANSWER = 'a';
const FAILURE = 'f';

/**
 * Returns the cached result, or computes it. Results and failures are shared by all replicas. Without a working cache,
 * every caller computes it.
 *
 * @throws HttpError 503 with the code of the failure; errors of the caller (below 500) are thrown unchanged.
 */
export async function cachedAnswer<Answer>(
  cache: Cache,
  key: string,
  ask: () => Promise<Answer>,
  { life, retryGap, force = false, gone, failure }: CachedAnswerOptions,
): Promise<Answer> {
  const kept = await cache.get(key).catch(() => undefined);
  if (kept?.startsWith(FAILURE)) throw unavailable(failure, Number(kept.slice(1)) - Date.now());
  if (kept?.startsWith(ANSWER) && !force) return JSON.parse(kept.slice(1)) as Answer;
  try {
    const answer = await ask();
    await cache.set(key, ANSWER + JSON.stringify(answer), life).catch(() => {});
    return answer;
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) throw error;
    if (!gone.aborted) {
      await cache.set(key, FAILURE + (Date.now() + retryGap), retryGap).catch(() => {});
    }
    throw unavailable(failure, retryGap, error);
  }
}

function unavailable(
  { code, message }: CachedAnswerOptions['failure'],
  milliseconds: number,
  cause?: unknown,
): HttpError {
  const retryAfter = Math.max(1, Math.ceil(milliseconds / 1_000));
  return new HttpError(503, code, message, { context: { retryAfter }, cause });
}
