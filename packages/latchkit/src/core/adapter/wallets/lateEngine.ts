import { isError } from '../../../protocol/BaseError.js';
import { createError } from '../../../protocol/errors.js';
import type { AdapterHost, ChainAdapter } from '../ChainAdapter.js';
import { delegate, lazily } from '../lazily.js';

/** Loads the two parts of an adapter's code. */
export interface EngineLoaders<Discovery, Engine> {
  /** Loads the code for wallet discovery. */
  discovery(): Promise<(host: AdapterHost) => Discovery>;
  /** Loads the code for connecting. */
  engine(): Promise<(host: AdapterHost, discovery: Discovery) => Engine>;
}

type Connecting = Pick<
  ChainAdapter,
  'connect' | 'reconnect' | 'disconnect' | 'switchNetwork' | 'getProvider' | 'signMessage'
>;

/** The methods that every adapter of account wallets has, and the way to its further ones. */
export interface LateEngine<Engine> {
  readonly methods: Connecting &
    Pick<ChainAdapter, 'start'> &
    Required<Pick<ChainAdapter, 'load' | 'preload'>>;
  /** @throws PROVIDER_NOT_FOUND before the start; DESTROYED; REQUEST_FAILED if the code fails to load. */
  engine(): Promise<Engine>;
}

/** One start of the adapter, for one Latchkit instance. */
interface Session<Discovery, Engine> {
  readonly host: AdapterHost;
  discovery(): Promise<Discovery>;
  engine(): Promise<Engine>;
}

/** Loads an adapter's code late: wallet discovery at start, the connecting code on intent. A host's first chunk has only this. */
export function lateEngine<Discovery extends { refresh(): void }, Engine extends Connecting>(
  loaders: EngineLoaders<Discovery, Engine>,
): LateEngine<Engine> {
  // The last start counts: React's strict mode starts twice and destroys the first instance.
  let session: Session<Discovery, Engine> | undefined;
  const started = (): Session<Discovery, Engine> => {
    if (!session) throw createError('PROVIDER_NOT_FOUND', { details: 'The adapter was not started.' });
    if (session.host.signal.aborted) throw createError('DESTROYED');
    return session;
  };
  const engine = async () => started().engine();
  const connecting = () =>
    engine().catch(cause => {
      throw isError(cause, 'REQUEST_FAILED') ? createError('FAILED_TO_CONNECT', { cause }) : cause;
    });
  return {
    engine,
    methods: {
      load: () => loaders.discovery(),
      start(host) {
        session = createSession(host, loaders);
        // After a failed load, the next use tries again.
        session.discovery().catch(() => {});
      },
      preload: async what => {
        const { discovery, engine } = started();
        await Promise.all([
          discovery().then(found => found.refresh()),
          what === 'wallets' ? undefined : engine(),
        ]);
      },
      ...delegate(connecting, 'connect', 'reconnect'),
      ...delegate(engine, 'disconnect', 'switchNetwork', 'getProvider', 'signMessage'),
    },
  };
}

function createSession<Discovery, Engine>(
  host: AdapterHost,
  loaders: EngineLoaders<Discovery, Engine>,
): Session<Discovery, Engine> {
  const discovery = lazily(async () => {
    const createDiscovery = await loaders.discovery();
    // A destroyed instance must leave nothing in the page.
    if (host.signal.aborted) throw createError('DESTROYED');
    return createDiscovery(host);
  });
  const engine = lazily(async () => {
    const [createEngine, found] = await Promise.all([loaders.engine(), discovery()]);
    return createEngine(host, found);
  });
  return { host, discovery, engine };
}
