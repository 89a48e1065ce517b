import { createError } from '../../../protocol/errors.js';
import { raceAbort } from '../abortable.js';
import type { AdapterConnection, ConnectRequest } from '../ChainAdapter.js';
import { toConnection } from './createSessions.js';
import type { EngineContext } from './EngineContext.js';
import { walletError } from './walletError.js';

/**
 * Connects a wallet. A visitor who cancels does not wait; a later response of the wallet is ignored.
 *
 * @throws PROVIDER_NOT_FOUND, CONNECTION_REJECTED, MODAL_CLOSED, CONNECTOR_CHAINS_MISMATCH, FAILED_TO_CONNECT
 */
export async function connectWallet(
  { discovery, sessions, host }: EngineContext,
  connectorId: string,
  { chainId, role = 'only', signal }: ConnectRequest,
): Promise<AdapterConnection> {
  const source = discovery.find(connectorId);
  if (!source) throw createError('PROVIDER_NOT_FOUND', { context: { connectorId } });
  if (signal.aborted) throw createError('MODAL_CLOSED');
  try {
    const wallet = await raceAbort(source.open({ chainId, signal }), signal);
    const accounts = await raceAbort(wallet.accounts({ silent: false, chainId }), signal);
    if (host.signal.aborted) throw createError('DESTROYED');
    const session = sessions.open({ ...source, wallet }, accounts, chainId);
    if (role === 'only') sessions.closeOthers(connectorId);
    return toConnection(session);
  } catch (error) {
    throw walletError(error, 'CONNECTION_REJECTED', 'FAILED_TO_CONNECT');
  }
}
