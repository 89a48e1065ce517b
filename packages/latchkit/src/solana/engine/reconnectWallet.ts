import { raceAbort, withDeadline } from '../../core/adapter/abortable.js';
import type { AdapterConnection, ConnectRequest } from '../../core/adapter/ChainAdapter.js';
import { RECONNECT_TIMEOUT, REFRESH_INTERVAL } from '../chain/solanaLimits.js';
import type { Discovery, WalletSource } from '../discovery/createDiscovery.js';
import { askAccounts } from './connectWallet.js';
import { toConnection } from './createSessions.js';
import type { EngineContext } from './EngineContext.js';

/**
 * Restores a connection without a prompt. Waits 3 s for the wallet to be registered and 3 s for its response; returns
 * undefined if it is missing or no longer authorizes the page.
 *
 * @throws MODAL_CLOSED when aborted.
 */
export async function reconnectWallet(
  { discovery, sessions, host }: EngineContext,
  connectorId: string,
  { chainId, role, signal }: ConnectRequest,
): Promise<AdapterConnection | undefined> {
  const standing = sessions.find(connectorId);
  if (standing) return toConnection(standing);
  const source = await raceAbort(registered(discovery, connectorId, signal), signal);
  if (!source) return undefined;
  const restored = source.restore?.({ chainId }).catch(() => false) ?? true;
  if (!(await raceAbort(Promise.resolve(restored), signal))) return undefined;
  const wallet = await raceAbort(source.open(), signal);
  // Locked, asleep or no longer willing: in every case the wallet is not connected.
  const asked = askAccounts(wallet, true).catch(() => []);
  const accounts = await raceAbort(withDeadline(asked, RECONNECT_TIMEOUT, []), signal);
  if (accounts.length === 0 || host.signal.aborted) return undefined;
  try {
    const session = sessions.open({ ...source, wallet }, accounts, chainId);
    if (role === 'only') sessions.closeOthers(connectorId);
    return toConnection(session);
  } catch {
    // The wallet can no longer be used with any of the networks.
    return undefined;
  }
}

function registered(
  discovery: Discovery,
  connectorId: string,
  signal: AbortSignal,
): Promise<WalletSource | undefined> {
  const source = discovery.find(connectorId);
  if (source) return Promise.resolve(source);
  return new Promise(resolve => {
    const settle = (found: WalletSource | undefined) => {
      clearTimeout(timer);
      clearInterval(again);
      stop();
      signal.removeEventListener('abort', leave);
      resolve(found);
    };
    const leave = () => settle(undefined);
    signal.addEventListener('abort', leave, { once: true });
    const timer = setTimeout(leave, RECONNECT_TIMEOUT);
    // Some wallets are injected late and announce nothing.
    const again = setInterval(() => discovery.refresh(), REFRESH_INTERVAL);
    const stop = discovery.onChange(() => {
      const found = discovery.find(connectorId);
      if (found) settle(found);
    });
    discovery.refresh();
  });
}
