import { raceAbort, untilDiscovered, withDeadline } from '../../core/adapter/abortable.js';
import type { AdapterConnection, ConnectRequest } from '../../core/adapter/ChainAdapter.js';
import type { WagmiConnector } from '../../core/adapter/WagmiConnector.js';
import { isError } from '../../protocol/BaseError.js';
import { RECONNECT_TIMEOUT, REFRESH_INTERVAL } from '../provider/evmLimits.js';
import type { WalletSource } from '../wallets/WalletSource.js';
import { type AdoptedRole, adoptConnection } from './adoptConnection.js';
import type { EngineContext } from './EngineContext.js';
import { isWalletConnector } from './walletConnector.js';
import { toAdapterConnection } from './watchConnections.js';

/**
 * Restores a connection without a prompt. Waits 3 s for the wallet to be announced and 3 s for its response; returns
 * undefined if it is missing or no longer authorizes the page.
 *
 * @throws MODAL_CLOSED when aborted; FAILED_TO_CONNECT when a wallet's SDK does not load.
 */
export async function reconnectWallet(
  context: EngineContext,
  connectorId: string,
  { chainId, signal, role = 'active' }: ConnectRequest,
): Promise<AdapterConnection | undefined> {
  // With an active connection, wagmi's hooks have one to report.
  if (role !== 'further') context.hold?.begin();
  const restored = await restoreInTime(context, connectorId, { chainId, signal }, role);
  // Restoring a further connection reports nothing, so the active one needs no second report.
  if (!restored && role !== 'further') context.watch.tellAgain();
  return restored;
}

async function restoreInTime(
  context: EngineContext,
  connectorId: string,
  { chainId, signal }: Pick<ConnectRequest, 'chainId' | 'signal'>,
  role: AdoptedRole,
): Promise<AdapterConnection | undefined> {
  const within = { timeout: RECONNECT_TIMEOUT, interval: REFRESH_INTERVAL, signal };
  const source = await raceAbort(untilDiscovered(context.discovery, connectorId, within), signal);
  if (!source || !(await raceAbort(isRestored(source, chainId), signal))) return undefined;
  let over = false;
  // wagmi's own provider restores connections on mount. Two concurrent restores would undo each other.
  const asked = wagmiSettled(context).then(() =>
    restore(context, source, role, () => over || signal.aborted),
  );
  return raceAbort(withDeadline(asked, RECONNECT_TIMEOUT, undefined), signal).finally(() => {
    over = true;
  });
}

/** A wallet of the instance restores itself first, with its own time limit. */
async function isRestored({ origin }: WalletSource, chainId: ConnectRequest['chainId']): Promise<boolean> {
  return origin.kind !== 'instance' || origin.restore({ chainId }).catch(() => false);
}

async function restore(
  context: EngineContext,
  source: WalletSource,
  role: AdoptedRole,
  over: () => boolean,
): Promise<AdapterConnection | undefined> {
  const { config, connectors, watch } = context;
  const connector = await connectors.of(source);
  if (over()) return undefined;
  const standing = config.state.status === 'connected' && config.state.connections.get(connector.uid);
  const data = standing || (await ask(connector));
  const [first, ...rest] = data?.accounts ?? [];
  if (!data || !first || over()) {
    // Unless the visitor connected the wallet meanwhile.
    if (!config.state.connections.has(connector.uid) && isWalletConnector(connector)) connector.unlisten();
    return undefined;
  }
  const { chainId } = data;
  if (!standing) {
    const connection = { accounts: [first, ...rest], chainId } as const;
    watch.silently(() => adoptConnection(config, connector, connection, role));
  }
  return toAdapterConnection(source.connector.id, [first, ...rest], chainId);
}

async function ask(connector: WagmiConnector) {
  try {
    return (await connector.isAuthorized()) ? await connector.connect({ isReconnecting: true }) : undefined;
  } catch (error) {
    if (isError(error, 'FAILED_TO_CONNECT')) throw error;
    // Locked, asleep or no longer willing: in every case the wallet is not connected.
    return undefined;
  }
}

/** Resolves when wagmi is neither connecting nor reconnecting. */
function wagmiSettled({ config, hold }: Pick<EngineContext, 'config' | 'hold'>): Promise<void> {
  const busy = () =>
    config.state.status === 'connecting' || (config.state.status === 'reconnecting' && !hold?.isHeld());
  if (!busy()) return Promise.resolve();
  return new Promise(resolve => {
    const stop = config.subscribe(
      state => state.status,
      () => {
        if (busy()) return;
        stop();
        resolve();
      },
    );
  });
}
