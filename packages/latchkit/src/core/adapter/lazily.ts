import { isError } from '../../protocol/BaseError.js';
import type { ChainNamespace } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import type { AdapterHost, ChainAdapter } from './ChainAdapter.js';
import type { Connector } from './Connector.js';

/** An adapter that lists one connector and loads its code with the first call. */
export function lazyAdapter(
  namespace: ChainNamespace,
  connector: Connector,
  load: () => Promise<ChainAdapter>,
): ChainAdapter {
  let host: AdapterHost | undefined;
  const adapter = lazily(async () => {
    const made = await load();
    if (!host) throw createError('PROVIDER_NOT_FOUND');
    made.start(host);
    return made;
  });
  return {
    namespace,
    isAddress: text => text.length > 0,
    start(given) {
      host = given;
      given.report({ type: 'connectors', connectors: [connector] });
    },
    ...delegate(
      adapter,
      'connect',
      'reconnect',
      'disconnect',
      'switchNetwork',
      'getBalance',
      'getProvider',
      'signMessage',
      'sendTransaction',
    ),
  };
}

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
      throw isError(cause) ? cause : createError('REQUEST_FAILED', { cause });
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
