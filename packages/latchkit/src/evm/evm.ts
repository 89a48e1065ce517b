import type { AdapterHost, ChainAdapter } from '../core/adapter/ChainAdapter.js';
import { delegate, lazily } from '../core/adapter/lazily.js';
import { isError } from '../protocol/BaseError.js';
import { createError } from '../protocol/errors.js';
import { isEvmAddress } from '../protocol/isEvmAddress.js';
import type { Discovery } from './discovery/createDiscovery.js';
import type { EvmEngine } from './EvmEngine.js';
import type { EvmOptions } from './EvmOptions.js';
import type { WagmiConfig } from './WagmiConfig.js';
import { type Hold, holdReconnecting } from './wagmi/holdReconnecting.js';

/** One start of the adapter, for one Latchkit instance. */
interface Session {
  readonly host: AdapterHost;
  discovery(): Promise<Discovery>;
  engine(): Promise<EvmEngine>;
}

/**
 * The adapter for EIP-155 chains, on `@wagmi/core` and viem. A host's first chunk contains only this file: wallet
 * discovery loads at start; wagmi, viem and the connecting code load on intent, or when the host's wagmi configuration
 * is connected.
 *
 * @example
 * createLatchkit({ networks: [mainnet], adapters: [evm()] });
 */
export function evm(options: EvmOptions = {}): ChainAdapter<'eip155'> {
  // The last start counts: React's strict mode starts twice and destroys the first instance.
  let session: Session | undefined;
  let hold: Hold | undefined;

  const started = (): Session => {
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
    namespace: 'eip155',
    watch: (wake, signal) => onHostConnected(options, signal, wake),
    restoring: over => {
      const { wagmiConfig } = options;
      if (wagmiConfig) hold = holdReconnecting(wagmiConfig as unknown as WagmiConfig, over);
    },
    load: () => import('./discovery/createDiscovery.js'),
    start(host) {
      session = createSession(host, options, hold);
      // After a failed load, the next use tries again.
      session.discovery().catch(() => {});
      const { engine } = session;
      // The engine reports what it finds; if it does not load, the next change tries again.
      onHostConnected(options, host.signal, () => void engine().catch(() => {}));
    },
    preload: async what => {
      const { discovery, engine } = started();
      await Promise.all([
        discovery().then(found => found.refresh()),
        what === 'wallets' ? undefined : engine(),
      ]);
    },
    ...delegate(connecting, 'connect', 'reconnect'),
    ...delegate(engine, 'activate', 'disconnect', 'switchNetwork', 'getBalance', 'getProvider'),
    isAddress: isEvmAddress,
    ...delegate(
      engine,
      'signMessage',
      'signTypedData',
      'sendTransaction',
      'prepareTransfer',
      'transfer',
      'waitForTransaction',
      'estimateGas',
      'simulate',
      'getReceipt',
      'getBlockNumber',
      'sendCalls',
      'getCallsStatus',
      'showCallsStatus',
      'grantPermissions',
      'revokePermissions',
      'getCapabilities',
    ),
  };
}

function createSession(host: AdapterHost, options: EvmOptions, hold: Hold | undefined): Session {
  const discovery = lazily(async () => {
    const { createDiscovery } = await import('./discovery/createDiscovery.js');
    // A destroyed instance must leave nothing in the page.
    if (host.signal.aborted) throw createError('DESTROYED');
    return createDiscovery(host, options);
  });
  const engine = lazily(async () => {
    const [{ createEngine }, found] = await Promise.all([import('./createEngine.js'), discovery()]);
    return createEngine(host, found, options, hold);
  });
  return { host, discovery, engine };
}

/** Calls `act` each time the host's own wagmi, if any, is connected, now or later. */
function onHostConnected({ wagmiConfig }: EvmOptions, signal: AbortSignal, act: () => void): void {
  if (!wagmiConfig || signal.aborted) return;
  const look = () => {
    if (!signal.aborted && wagmiConfig.state.status === 'connected') act();
  };
  const unsubscribe = wagmiConfig.subscribe(state => state.status, look);
  signal.addEventListener('abort', unsubscribe, { once: true });
  look();
}
