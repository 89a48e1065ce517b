import type { AdapterHost, ChainAdapter } from '../core/contracts/ChainAdapter.js';
import { catalogueError } from '../protocol/errors.js';
import { createDiscovery, type Discovery } from './discovery/createDiscovery.js';
import type { EvmOptions } from './EvmOptions.js';
import type { EvmEngine } from './engine/EvmEngine.js';

/** One start of the adapter: what belongs to one Latchkit instance. */
interface Session {
  readonly host: AdapterHost;
  readonly discovery: Discovery;
  engine?: Promise<EvmEngine> | undefined;
}

/**
 * The adapter for EIP-155 chains, on `@wagmi/core` and viem. At start it only finds wallets; wagmi, viem and the code
 * that connects are loaded on intent, or when the host's own wagmi configuration has something to tell.
 *
 * @example
 * createLatchkit({ networks: [mainnet], adapters: [evm()] });
 */
export function evm(options: EvmOptions = {}): ChainAdapter {
  // The last start counts: React's strict mode starts twice, and the first instance is destroyed.
  let session: Session | undefined;

  const engine = async (): Promise<EvmEngine> => {
    if (!session) throw catalogueError('PROVIDER_NOT_FOUND', { details: 'The adapter was not started.' });
    if (session.host.signal.aborted) throw catalogueError('DESTROYED');
    return loadEngine(session, options);
  };

  return {
    namespace: 'eip155',
    start(host) {
      const started: Session = { host, discovery: createDiscovery(host, options) };
      session = started;
      followHostConfig(started, options);
    },
    preload: async () => {
      session?.discovery.refresh();
      await engine();
    },
    connect: async (...args) => (await connecting(engine)).connect(...args),
    reconnect: async (...args) => (await connecting(engine)).reconnect(...args),
    disconnect: async (...args) => (await engine()).disconnect(...args),
    switchNetwork: async (...args) => (await engine()).switchNetwork(...args),
    getBalance: async (...args) => (await engine()).getBalance(...args),
    getProvider: async (...args) => (await engine()).getProvider(...args),
    signMessage: async (...args) => (await engine()).signMessage(...args),
    signTypedData: async (...args) => (await engine()).signTypedData(...args),
    sendTransaction: async (...args) => (await engine()).sendTransaction(...args),
    estimateGas: async (...args) => (await engine()).estimateGas(...args),
    sendCalls: async (...args) => (await engine()).sendCalls(...args),
    getCapabilities: async (...args) => (await engine()).getCapabilities(...args),
  };
}

function loadEngine(session: Session, options: EvmOptions): Promise<EvmEngine> {
  session.engine ??= import('./engine/createEngine.js').then(
    module => module.createEngine(session.host, session.discovery, options),
    cause => {
      // A chunk that failed to load is asked for again at the next try.
      session.engine = undefined;
      throw catalogueError('REQUEST_FAILED', { cause, details: 'The code of latchkit/evm did not load.' });
    },
  );
  return session.engine;
}

async function connecting(engine: () => Promise<EvmEngine>): Promise<EvmEngine> {
  try {
    return await engine();
  } catch (cause) {
    const { code } = cause as { code?: string };
    throw code === 'REQUEST_FAILED' ? catalogueError('FAILED_TO_CONNECT', { cause }) : cause;
  }
}

/** Once the host's own wagmi connects, or restores a connection, the engine is needed to tell core. */
function followHostConfig(session: Session, options: EvmOptions): void {
  const { wagmiConfig } = options;
  if (!wagmiConfig) return;
  const load = () => {
    if (session.engine || session.host.signal.aborted || wagmiConfig.state.status !== 'connected') return;
    // The engine reports what it finds; when it does not load, the next change tries again.
    loadEngine(session, options).catch(() => {});
  };
  const unsubscribe = wagmiConfig.subscribe(state => state.status, load);
  session.host.signal.addEventListener('abort', unsubscribe, { once: true });
  load();
}
