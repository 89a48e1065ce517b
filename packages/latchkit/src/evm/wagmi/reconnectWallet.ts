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
 * undefined if it is missing or names no account. A wallet that is locked is followed until `signal` is aborted: it is reported once it
 * is unlocked.
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
    restore(context, source, { role, signal }, () => over || signal.aborted),
  );
  return raceAbort(withDeadline(asked, RECONNECT_TIMEOUT, undefined), signal).finally(() => {
    over = true;
  });
}

/** A wallet of the instance restores itself first, with its own time limit. */
async function isRestored({ origin }: WalletSource, chainId: ConnectRequest['chainId']): Promise<boolean> {
  return origin.kind !== 'instance' || origin.restore({ chainId }).catch(() => false);
}

interface Restoring {
  readonly role: AdoptedRole;
  /** Aborted when the visitor or the host decides otherwise. */
  readonly signal: AbortSignal;
}

/** Follows a wallet that names no account, because it may only be locked: it reports its accounts when the visitor unlocks it. */
async function followLocked(
  { config, host }: EngineContext,
  connector: WagmiConnector,
  { role, signal }: Restoring,
): Promise<void> {
  // Unless the visitor connected the wallet meanwhile.
  if (!isWalletConnector(connector) || config.state.connections.has(connector.uid)) return;
  const { emitter, unlisten } = connector;
  if (signal.aborted || host.signal.aborted) return unlisten();
  const stop = () => {
    emitter.off('change', onChange);
    signal.removeEventListener('abort', leave);
    host.signal.removeEventListener('abort', leave);
  };
  const leave = () => {
    stop();
    if (!config.state.connections.has(connector.uid)) unlisten();
  };
  const onChange = async ({ accounts }: { accounts?: readonly string[] | undefined }) => {
    if (!accounts?.length) return;
    const found = await ask(connector);
    const [first, ...rest] = found?.accounts ?? [];
    if (!found || !first || signal.aborted || host.signal.aborted) return;
    stop();
    if (config.state.connections.has(connector.uid)) return;
    adoptConnection(config, connector, { accounts: [first, ...rest], chainId: found.chainId }, role);
  };
  emitter.on('change', onChange);
  signal.addEventListener('abort', leave, { once: true });
  host.signal.addEventListener('abort', leave, { once: true });
  await connector.listen();
}

async function restore(
  context: EngineContext,
  source: WalletSource,
  { role, signal }: Restoring,
  over: () => boolean,
): Promise<AdapterConnection | undefined> {
  const { config, connectors, watch } = context;
  const connector = await connectors.of(source);
  if (over()) return undefined;
  const standing = config.state.status === 'connected' && config.state.connections.get(connector.uid);
  const data = standing || (await ask(connector));
  const [first, ...rest] = data?.accounts ?? [];
  if (!data || !first || over()) {
    await followLocked(context, connector, { role, signal });
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
