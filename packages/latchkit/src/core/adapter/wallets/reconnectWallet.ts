import { raceAbort, untilDiscovered, withDeadline } from '../abortable.js';
import type { AdapterConnection, ConnectRequest } from '../ChainAdapter.js';
import { toConnection } from './createSessions.js';
import type { EngineContext } from './EngineContext.js';

/** Milliseconds that restoring a connection waits for the wallet to register, and for its response. */
const RECONNECT_TIMEOUT = 3_000;

/** Milliseconds between requests to register while waiting for a wallet. */
const REFRESH_INTERVAL = 250;

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
  const within = { timeout: RECONNECT_TIMEOUT, interval: REFRESH_INTERVAL, signal };
  const source = await raceAbort(untilDiscovered(discovery, connectorId, within), signal);
  if (!source) return undefined;
  const restored = source.restore?.({ chainId }).catch(() => false) ?? true;
  if (!(await raceAbort(Promise.resolve(restored), signal))) return undefined;
  const wallet = await raceAbort(source.open(), signal);
  // Locked, asleep or no longer willing: in every case the wallet is not connected.
  const asked = wallet.accounts({ silent: true, chainId }).catch(() => []);
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
