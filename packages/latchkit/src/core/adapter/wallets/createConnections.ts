import { createError } from '../../../protocol/errors.js';
import { withDeadline } from '../abortable.js';
import type { AdapterHost, ChainAdapter } from '../ChainAdapter.js';
import type { CaipNetwork } from '../Network.js';
import type { AccountWallet, IsUsable } from './AccountWallet.js';
import { connectWallet } from './connectWallet.js';
import { type AccountOf, createSessions, toConnection } from './createSessions.js';
import type { WalletDiscovery } from './createWalletDiscovery.js';
import type { EngineContext } from './EngineContext.js';
import { reconnectWallet } from './reconnectWallet.js';
import { walletError } from './walletError.js';

/** Milliseconds that disconnecting waits for the wallet. */
const DISCONNECT_TIMEOUT = 100;

/** The part of an adapter that is the same for all wallets that offer accounts. */
export interface Connections<Wallet extends AccountWallet>
  extends Pick<ChainAdapter, 'connect' | 'reconnect' | 'disconnect' | 'switchNetwork' | 'getProvider'> {
  readonly context: EngineContext<Wallet>;
}

/** Connects the wallets of a discovery and keeps their connections. @throws DESTROYED */
export function createConnections<Wallet extends AccountWallet>(
  host: AdapterHost,
  discovery: WalletDiscovery<Wallet>,
  isUsable: IsUsable<AccountOf<Wallet>>,
): Connections<Wallet> {
  if (host.signal.aborted) throw createError('DESTROYED');
  const context: EngineContext<Wallet> = { host, discovery, sessions: createSessions(host, isUsable) };
  const attempts = createAttempts();
  const ready = () => {
    if (host.signal.aborted) throw createError('DESTROYED');
    return context;
  };
  return {
    context,
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
      const told = session.wallet.disconnect?.().catch(() => {});
      if (told) await withDeadline(told, DISCONNECT_TIMEOUT, undefined);
    },
    switchNetwork: async (connectorId, network) => switchChain(ready(), connectorId, network),
    async getProvider(connectorId) {
      const session = ready().sessions.find(connectorId);
      if (!session) throw createError('PROVIDER_NOT_FOUND', { context: { connectorId } });
      return session.wallet.provider;
    },
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
        const result = await attempt(controller.signal);
        // Without one, the wallet may be locked and is followed until the visitor does something else.
        if (result !== undefined && running.get(connectorId) === controller) running.delete(connectorId);
        return result;
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
    leave,
    leaveAll() {
      for (const connectorId of [...running.keys()]) leave(connectorId);
    },
  };
}

/**
 * Uses a connected wallet on another network. A wallet whose account supports it isn't asked, because every request names its
 * network; a wallet with a current network is asked to switch.
 *
 * @throws NETWORK_NOT_FOUND, PROVIDER_NOT_FOUND, SWITCH_REJECTED, CONNECTOR_CANNOT_SWITCH when none of its accounts
 * supports the network
 */
async function switchChain<Wallet extends AccountWallet>(
  { host, sessions }: EngineContext<Wallet>,
  connectorId: string,
  { caipNetworkId }: CaipNetwork,
): Promise<void> {
  const network = host.networks().find(one => one.caipNetworkId === caipNetworkId);
  if (!network) throw createError('NETWORK_NOT_FOUND', { context: { caipNetworkId } });
  const session = sessions.find(connectorId);
  if (!session) throw createError('PROVIDER_NOT_FOUND', { context: { connectorId } });
  const before = session.network.caipNetworkId;
  const accounts = await session.wallet.switchNetwork?.(network).catch((error: unknown) => {
    throw walletError(error, 'SWITCH_REJECTED', 'CONNECTOR_CANNOT_SWITCH');
  });
  if (!sessions.change(connectorId, network, accounts as readonly AccountOf<Wallet>[] | undefined)) {
    const [{ chains }] = session.accounts;
    throw createError('CONNECTOR_CANNOT_SWITCH', {
      details: `The wallet's account cannot be used on ${network.name}: it is for ${chains.join(', ')}.`,
      context: { connectorId, caipNetworkId },
    });
  }
  const changed = sessions.find(connectorId);
  if (changed && before !== caipNetworkId)
    host.report({ type: 'changed', connection: toConnection(changed) });
}
