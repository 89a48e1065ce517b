import { GatewayError } from '../http/GatewayError.js';
import type { Cache } from '../ports/Cache.js';

export interface CachedAnswerOptions {
  /** Milliseconds that an answer is kept. */
  readonly life: number;
  /** Milliseconds after a failure during which nobody tries again. */
  readonly retryGap: number;
  /** Asks even if an answer is kept. After a failure the gap holds all the same. */
  readonly force?: boolean;
  /** Aborted when the caller is gone: what then goes wrong says nothing about the answer, and nobody waits because of it. */
  readonly gone: AbortSignal;
  /** Code and message of the failure. */
  readonly failure: { readonly code: string; readonly message: string };
}

const ANSWER = 'a';
const FAILURE = 'f';

/**
 * Gives the answer that is kept, or asks for it. What is kept is shared by all replicas; so is that asking failed.
 * Without a working cache everybody asks.
 *
 * @throws GatewayError 503 with the code of the failure; refusals of the caller (below 500) are thrown as they are.
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
    if (error instanceof GatewayError && error.status < 500) throw error;
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
): GatewayError {
  const retryAfter = Math.max(1, Math.ceil(milliseconds / 1_000));
  return new GatewayError(503, code, message, { context: { retryAfter }, cause });
}
