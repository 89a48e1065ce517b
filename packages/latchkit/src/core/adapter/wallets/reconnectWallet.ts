import { raceAbort, untilDiscovered, withDeadline } from '../abortable.js';
import type { AdapterConnection, ConnectRequest } from '../ChainAdapter.js';
import type { AccountWallet, WalletAccount } from './AccountWallet.js';
import { toConnection } from './createSessions.js';
import type { EngineContext } from './EngineContext.js';

/** Milliseconds that restoring a connection waits for the wallet to register, and for its response. */
const RECONNECT_TIMEOUT = 3_000;

/** Milliseconds between requests to register while waiting for a wallet. */
const REFRESH_INTERVAL = 250;

/**
 * Restores a connection without a prompt. Waits 3 s for the wallet to be registered and 3 s for its response; returns
 * undefined if it is missing or names no account. A wallet that is locked is followed until `signal` is aborted: it is reported once it is
 * unlocked.
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
  if (host.signal.aborted) return undefined;
  const open = (usable: typeof accounts) => {
    try {
      const session = sessions.open({ ...source, wallet }, usable, chainId);
      if (role === 'only') sessions.closeOthers(connectorId);
      return toConnection(session);
    } catch {
      // The wallet can no longer be used with any of the networks.
      return undefined;
    }
  };
  if (accounts.length > 0) return open(accounts);
  followLocked(wallet, [signal, host.signal], unlocked => {
    const connection = sessions.find(connectorId) ? undefined : open(unlocked);
    if (connection) host.report({ type: 'connected', connection });
    return connection !== undefined;
  });
  return undefined;
}

/** Follows a wallet that names no account, because it may only be locked, until `onAccounts` has used what it names. */
function followLocked(
  wallet: AccountWallet,
  ends: readonly AbortSignal[],
  onAccounts: (accounts: readonly WalletAccount[]) => boolean,
): void {
  const leave = () => {
    stop();
    for (const end of ends) end.removeEventListener('abort', leave);
  };
  const stop = wallet.follow(accounts => {
    if (accounts.length > 0 && onAccounts(accounts)) leave();
  });
  for (const end of ends) end.addEventListener('abort', leave, { once: true });
}
