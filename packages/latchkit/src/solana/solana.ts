import type { AdapterHost, ChainAdapter } from '../core/adapter/ChainAdapter.js';
import { delegate, lazily } from '../core/adapter/lazyAdapter.js';
import { isError } from '../protocol/BaseError.js';
import { createError } from '../protocol/errors.js';
import type { Discovery } from './discovery/createDiscovery.js';
import type { SolanaEngine } from './SolanaEngine.js';

/** One start of the adapter, for one Latchkit instance. */
interface Session {
  readonly host: AdapterHost;
  discovery(): Promise<Discovery>;
  engine(): Promise<SolanaEngine>;
}

const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/**
 * The adapter for Solana, on Wallet Standard and `@solana/kit`. A host's first chunk contains only this file: wallet
 * discovery loads at start, the connecting code on intent, and the kit with the first transaction.
 *
 * @example
 * createLatchkit({ networks: [solanaDevnet], adapters: [solana()] });
 * @see https://github.com/wallet-standard/wallet-standard
 */
export function solana(): ChainAdapter<'solana'> {
  // The last start counts: React's strict mode starts twice and destroys the first instance.
  let session: Session | undefined;

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
    namespace: 'solana',
    isAddress: text => ADDRESS.test(text),
    load: () => import('./discovery/createDiscovery.js'),
    start(host) {
      session = createSession(host);
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
    ...delegate(
      engine,
      'disconnect',
      'switchNetwork',
      'getBalance',
      'getProvider',
      'signMessage',
      'signIn',
      'signTransaction',
      'sendTransaction',
      'prepareTransfer',
      'transfer',
      'waitForTransaction',
    ),
  };
}

function createSession(host: AdapterHost): Session {
  const discovery = lazily(async () => {
    const { createDiscovery } = await import('./discovery/createDiscovery.js');
    // A destroyed instance must leave nothing in the page.
    if (host.signal.aborted) throw createError('DESTROYED');
    return createDiscovery(host);
  });
  const engine = lazily(async () => {
    const [{ createEngine }, found] = await Promise.all([import('./engine/createEngine.js'), discovery()]);
    return createEngine(host, found);
  });
  return { host, discovery, engine };
}
