import { boundedMap } from '../boundedMap.js';

/** Answers that are remembered. */
const MOST = 500;
/** Milliseconds for which a failure is remembered. */
const FAILURE_LIFE = 1_000;

/** Answers of paid services, shared by callers who ask for the same within a short time. */
export interface BriefAnswers<Answer> {
  /**
   * Returns a recent answer, that of a request in progress, or asks.
   *
   * @param gone - Ends this caller's wait; the request goes on for others.
   */
  get(key: string, ask: (stopped: AbortSignal) => Promise<Answer>, gone: AbortSignal): Promise<Answer>;
}

interface Kept<Answer> {
  readonly answer: Promise<Answer>;
  /** Infinite while the request is in progress. */
  ends: number;
}

/**
 * @param life - Milliseconds for which an answer is used again.
 * @param timeout - Milliseconds that a request may take.
 */
export function briefAnswers<Answer>(
  life: number,
  timeout: number,
  now: () => number = () => Date.now(),
): BriefAnswers<Answer> {
  const kept = boundedMap<Kept<Answer>>(MOST);
  const start = (key: string, ask: (stopped: AbortSignal) => Promise<Answer>): Kept<Answer> => {
    const made: Kept<Answer> = { answer: ask(AbortSignal.timeout(timeout)), ends: Number.POSITIVE_INFINITY };
    made.answer.then(
      () => {
        made.ends = now() + life;
      },
      () => {
        made.ends = now() + FAILURE_LIFE;
      },
    );
    kept.add(key, made);
    return made;
  };
  return {
    get(key, ask, gone) {
      const known = kept.get(key);
      const { answer } = known !== undefined && known.ends > now() ? known : start(key, ask);
      return untilGone(answer, gone);
    },
  };
}

function untilGone<Answer>(answer: Promise<Answer>, gone: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(gone.reason);
    if (gone.aborted) leave();
    gone.addEventListener('abort', leave);
    answer.then(resolve, reject).finally(() => gone.removeEventListener('abort', leave));
  });
}
