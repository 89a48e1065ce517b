import { raceAbort } from '../../core/adapter/abortable.js';
import type { AdapterConnection, ConnectRequest } from '../../core/adapter/ChainAdapter.js';
import { withDeadline } from '../../core/adapter/withDeadline.js';
import type { Discovery, WalletSource } from '../discovery/createDiscovery.js';
import { RECONNECT_TIMEOUT, REFRESH_INTERVAL } from '../solanaLimits.js';
import { askAccounts } from './connectWallet.js';
import { toConnection } from './createSessions.js';
import type { EngineContext } from './EngineContext.js';

/**
 * Restores a connection without a prompt. Gives the wallet 3 s to be registered and 3 s to answer; undefined when it is
 * not there, or no longer authorises the page.
 *
 * @throws MODAL_CLOSED when it is aborted.
 */
export async function reconnectWallet(
  { discovery, sessions, host }: EngineContext,
  connectorId: string,
  { networkId, role, signal }: ConnectRequest,
): Promise<AdapterConnection | undefined> {
  const standing = sessions.find(connectorId);
  if (standing) return toConnection(standing);
  const source = await raceAbort(registered(discovery, connectorId, signal), signal);
  if (!source) return undefined;
  const restored = source.restore?.({ networkId }).catch(() => false) ?? true;
  if (!(await raceAbort(Promise.resolve(restored), signal))) return undefined;
  const wallet = await raceAbort(source.open(), signal);
  // Locked, asleep or changed its mind: all of it means not connected.
  const asked = askAccounts(wallet, true).catch(() => []);
  const accounts = await raceAbort(withDeadline(asked, RECONNECT_TIMEOUT, []), signal);
  if (accounts.length === 0 || host.signal.aborted) return undefined;
  try {
    const session = sessions.open({ ...source, wallet }, accounts, networkId);
    if (role === 'only') sessions.closeOthers(connectorId);
    return toConnection(session);
  } catch {
    // The wallet is used with none of the networks any more.
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
    // Some wallets are put into the page late, and listen without telling.
    const again = setInterval(() => discovery.refresh(), REFRESH_INTERVAL);
    const stop = discovery.onChange(() => {
      const found = discovery.find(connectorId);
      if (found) settle(found);
    });
    discovery.refresh();
  });
}
