import type { CaipNetwork } from '../../core/adapter/Network.js';
import { connectionError } from '../../protocol/connectionError.js';
import { walletChain } from '../chain/walletChain.js';
import { toConnection } from './createSessions.js';
import type { EngineContext } from './EngineContext.js';

/**
 * Uses a connected wallet on another cluster. The wallet isn't asked: every request names its cluster, and every
 * account lists the clusters that it supports.
 *
 * @throws NETWORK_NOT_FOUND, PROVIDER_NOT_FOUND, CONNECTOR_CANNOT_SWITCH when the active account does not support the
 * cluster
 */
export async function switchCluster(
  { host, sessions }: EngineContext,
  connectorId: string,
  { caipNetworkId }: CaipNetwork,
): Promise<void> {
  const network = host.networks().find(one => one.caipNetworkId === caipNetworkId);
  if (!network) throw connectionError('NETWORK_NOT_FOUND', { context: { caipNetworkId } });
  const session = sessions.find(connectorId);
  if (!session) throw connectionError('PROVIDER_NOT_FOUND', { context: { connectorId } });
  const [active] = session.accounts;
  if (!walletChain(active.chains, caipNetworkId)) {
    throw connectionError('CONNECTOR_CANNOT_SWITCH', {
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
