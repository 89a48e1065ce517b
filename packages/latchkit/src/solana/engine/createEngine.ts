import { withDeadline } from '../../core/adapter/abortable.js';
import type { AdapterHost } from '../../core/adapter/ChainAdapter.js';
import { delegate, lazily } from '../../core/adapter/lazyAdapter.js';
import type { CaipNetwork } from '../../core/adapter/Network.js';
import { createError } from '../../protocol/errors.js';
import { DISCONNECT_TIMEOUT } from '../chain/solanaLimits.js';
import { walletChain } from '../chain/walletChain.js';
import type { Discovery } from '../discovery/createDiscovery.js';
import type { SolanaEngine } from '../SolanaEngine.js';
import { askFeature, hasFeature } from './callFeature.js';
import { connectWallet } from './connectWallet.js';
import { createSessions, toConnection } from './createSessions.js';
import type { EngineContext } from './EngineContext.js';
import { reconnectWallet } from './reconnectWallet.js';

/** Creates the working part of the adapter. */
export function createEngine(host: AdapterHost, discovery: Discovery): SolanaEngine {
  if (host.signal.aborted) throw createError('DESTROYED');
  const context: EngineContext = { host, discovery, sessions: createSessions(host) };
  const attempts = createAttempts();
  const ready = () => {
    if (host.signal.aborted) throw createError('DESTROYED');
    return context;
  };
  // Code that only connected wallets need is not part of what connecting loads.
  const wallet = lazily(async () =>
    (await import('./createWalletRequests.js')).createWalletRequests(context),
  );
  const chain = lazily(async () => (await import('../chain/createChainReads.js')).createChainReads(host));
  const transfers = lazily(async () =>
    (await import('../chain/createTransfers.js')).createTransfers(host, await wallet()),
  );

  return {
    async connect(connectorId, request) {
      if (request.role === undefined || request.role === 'only') attempts.leaveAll();
      else attempts.leave(connectorId);
      return connectWallet(ready(), connectorId, request);
    },
    reconnect: async (connectorId, request) =>
      attempts.run(connectorId, request.signal, signal =>
        reconnectWallet(ready(), connectorId, { ...request, signal }),
      ),
    async disconnect(connectorId) {
      attempts.leave(connectorId);
      const session = ready().sessions.find(connectorId);
      if (!session) return;
      context.sessions.close(connectorId);
      if (!hasFeature(session.wallet, 'standard:disconnect')) return;
      const told = askFeature(session.wallet, 'standard:disconnect').catch(() => {});
      await withDeadline(told, DISCONNECT_TIMEOUT, undefined);
    },
    switchNetwork: async (connectorId, network) => switchCluster(ready(), connectorId, network),
    async getProvider(connectorId) {
      const session = ready().sessions.find(connectorId);
      if (!session) throw createError('PROVIDER_NOT_FOUND', { context: { connectorId } });
      return session.wallet;
    },
    ...delegate(wallet, 'signMessage', 'signIn', 'signTransaction', 'sendTransaction'),
    ...delegate(chain, 'getBalance', 'waitForTransaction'),
    ...delegate(transfers, 'prepareTransfer', 'transfer'),
  };
}

/** Running attempts to restore connections, by connector. A visitor's action cancels them. */
interface Attempts {
  /** Runs an attempt; its signal aborts with `signal` or when the attempt is cancelled. */
  run<T>(connectorId: string, signal: AbortSignal, attempt: (signal: AbortSignal) => Promise<T>): Promise<T>;
  leave(connectorId: string): void;
  leaveAll(): void;
}

function createAttempts(): Attempts {
  const running = new Map<string, AbortController>();
  const leave = (connectorId: string) => {
    running.get(connectorId)?.abort();
    running.delete(connectorId);
  };
  return {
    async run(connectorId, signal, attempt) {
      leave(connectorId);
      const controller = new AbortController();
      running.set(connectorId, controller);
      const abort = () => controller.abort();
      if (signal.aborted) abort();
      signal.addEventListener('abort', abort, { once: true });
      try {
        return await attempt(controller.signal);
      } finally {
        signal.removeEventListener('abort', abort);
        if (running.get(connectorId) === controller) running.delete(connectorId);
      }
    },
    leave,
    leaveAll() {
      for (const connectorId of [...running.keys()]) leave(connectorId);
    },
  };
}

/**
 * Uses a connected wallet on another cluster. The wallet isn't asked: every request names its cluster, and every
 * account lists the clusters that it supports.
 *
 * @throws NETWORK_NOT_FOUND, PROVIDER_NOT_FOUND, CONNECTOR_CANNOT_SWITCH when the active account does not support the
 * cluster
 */
async function switchCluster(
  { host, sessions }: EngineContext,
  connectorId: string,
  { caipNetworkId }: CaipNetwork,
): Promise<void> {
  const network = host.networks().find(one => one.caipNetworkId === caipNetworkId);
  if (!network) throw createError('NETWORK_NOT_FOUND', { context: { caipNetworkId } });
  const session = sessions.find(connectorId);
  if (!session) throw createError('PROVIDER_NOT_FOUND', { context: { connectorId } });
  const [active] = session.accounts;
  if (!walletChain(active.chains, caipNetworkId)) {
    throw createError('CONNECTOR_CANNOT_SWITCH', {
      details: `The wallet's account cannot be used on ${network.name}: it is for ${active.chains.join(', ')}.`,
      context: { connectorId, caipNetworkId },
    });
  }
  const before = session.network.caipNetworkId;
  sessions.change(connectorId, network);
  const changed = sessions.find(connectorId);
  if (changed && before !== caipNetworkId)
    host.report({ type: 'changed', connection: toConnection(changed) });
}
