import { catalogueError } from '../../protocol/errors.js';

/** How long a host's own sign-in may take for a step, in ms. Whoever waits for it is told something in the end. */
const LIMIT_MS = 20_000;

/**
 * Answers what `answer` answers.
 *
 * @throws REQUEST_TIMEOUT after 20 s; what `signal` was aborted with.
 */
export function withLimit<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => settle(() => reject(signal.reason));
    const timer = setTimeout(() => settle(() => reject(catalogueError('REQUEST_TIMEOUT'))), LIMIT_MS);
    const settle = (act: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
      act();
    };
    if (signal.aborted) return leave();
    signal.addEventListener('abort', leave, { once: true });
    answer.then(
      value => settle(() => resolve(value)),
      (cause: unknown) => settle(() => reject(cause)),
    );
  });
}
