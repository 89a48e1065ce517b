import { isError } from '../../protocol/BaseError.js';
import { earlyError } from '../../protocol/earlyError.js';

/**
 * Loads at the first use, once; what failed to load is asked for again at the next.
 *
 * @throws REQUEST_FAILED when the code does not load.
 */
export function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch((cause: unknown) => {
      loaded = undefined;
      throw isError(cause) ? cause : earlyError('REQUEST_FAILED', { cause });
    });
    return loaded;
  };
}
