import { anySignal } from 'latchkit/protocol';
import type { ApprovalPrompt, Outcome } from './createApprovalPrompt.js';
import type { ReviewedRequest } from './prepareApproval.js';

/** Milliseconds of preparation before the screen shows that it is preparing. */
const PATIENCE = 150;

/** Milliseconds of preparation before the screen says what it waits for, and offers to try again. */
const LONG = 8_000;

/**
 * Prepares a request while the user can already refuse it. When that takes long, the user can start it again; only the last attempt
 * counts.
 *
 * @param prepare - Reads what the review needs. It signs and sends nothing.
 * @returns the reviewed request, or the user's refusal.
 * @throws the errors of `prepare`.
 */
export function untilReviewed(
  prompt: Pick<ApprovalPrompt, 'screen' | 'decided'>,
  prepare: (signal: AbortSignal) => Promise<ReviewedRequest>,
  signal: AbortSignal,
): Promise<ReviewedRequest | Outcome> {
  return new Promise((resolve, reject) => {
    let attempt = new AbortController();
    let slow: ReturnType<typeof setTimeout> | undefined;
    const shown = setTimeout(() => !signal.aborted && prompt.screen(), PATIENCE);
    const stop = () => {
      clearTimeout(shown);
      clearTimeout(slow);
    };
    const start = () => {
      const own = new AbortController();
      attempt = own;
      slow = setTimeout(() => {
        if (signal.aborted) return;
        prompt.screen().slow(() => {
          own.abort();
          start();
        });
      }, LONG);
      prepare(anySignal(signal, own.signal)).then(
        found => {
          if (attempt !== own) return;
          stop();
          resolve(found);
        },
        (error: unknown) => {
          if (attempt !== own) return;
          stop();
          reject(error);
        },
      );
    };
    start();
    signal.addEventListener('abort', stop, { once: true });
    prompt.decided.then(
      outcome => {
        stop();
        resolve(outcome);
      },
      (error: unknown) => {
        stop();
        reject(error);
      },
    );
  });
}
