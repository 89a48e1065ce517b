import { isError } from '../../protocol/BaseError.js';
import { lostCode } from './lostCode.js';

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
      throw isError(cause) ? cause : lostCode(cause);
    });
    return loaded;
  };
}

/** Returns methods that load their object when they are called. */
export function delegate<T extends object, Name extends keyof T & string>(
  load: () => Promise<T>,
  ...names: readonly Name[]
): Pick<T, Name> {
  const method =
    (name: Name) =>
    async (...args: readonly unknown[]) =>
      ((await load())[name] as (...given: readonly unknown[]) => unknown)(...args);
  return Object.fromEntries(names.map(name => [name, method(name)])) as Pick<T, Name>;
}
