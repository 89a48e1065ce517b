import { withDeadline } from '../../core/adapter/abortable.js';
import type { AdapterHost } from '../../core/adapter/ChainAdapter.js';
import { lazily } from '../../core/adapter/lazyAdapter.js';
import { connectionError } from '../../protocol/connectionError.js';
import { DISCONNECT_TIMEOUT } from '../chain/solanaLimits.js';
import type { Discovery } from '../discovery/createDiscovery.js';
import type { SolanaEngine } from '../SolanaEngine.js';
import { askFeature, hasFeature } from './callFeature.js';
import { connectWallet } from './connectWallet.js';
import { createAttempts } from './createAttempts.js';
import { createSessions } from './createSessions.js';
import type { EngineContext } from './EngineContext.js';
import { reconnectWallet } from './reconnectWallet.js';
import { switchCluster } from './switchCluster.js';

/** Creates the working part of the adapter. */
export function createEngine(host: AdapterHost, discovery: Discovery): SolanaEngine {
  if (host.signal.aborted) throw connectionError('DESTROYED');
  const context: EngineContext = { host, discovery, sessions: createSessions(host) };
  const attempts = createAttempts();
  const ready = () => {
    if (host.signal.aborted) throw connectionError('DESTROYED');
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
      if (!session) throw connectionError('PROVIDER_NOT_FOUND', { context: { connectorId } });
      return session.wallet;
    },
    signMessage: async request => (await wallet()).signMessage(request),
    signIn: async request => (await wallet()).signIn(request),
    signTransaction: async request => (await wallet()).signTransaction(request),
    sendTransaction: async request => (await wallet()).sendTransaction(request),
    getBalance: async request => (await chain()).getBalance(request),
    waitForTransaction: async request => (await chain()).waitForTransaction(request),
    prepareTransfer: async request => (await transfers()).prepareTransfer(request),
    transfer: async request => (await transfers()).transfer(request),
  };
}
