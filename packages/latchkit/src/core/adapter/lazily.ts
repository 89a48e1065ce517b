import { isError } from '../../protocol/BaseError.js';
import { earlyError } from '../../protocol/earlyError.js';

/**
 * Loads on first use, once; after a failure, the next use retries.
 *
 * @throws REQUEST_FAILED if the code fails to load.
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
