import type { ChainId } from '../../protocol/caip.js';
import { hexChainId } from '../provider/hexChainId.js';
import type { UniversalProvider } from '../provider/UniversalProvider.js';
import { approvedChains } from '../session/namespaceReads.js';

/**
 * Selects the session's current EVM chain: the wanted chain if the wallet approved it, else one of the page's networks. A
 * wallet may list chains of its own first.
 */
export async function chooseNetwork(
  provider: UniversalProvider,
  wanted: ChainId | undefined,
  requested: readonly ChainId[],
): Promise<void> {
  const { session } = provider;
  const approved = session ? approvedChains(session.namespaces) : [];
  const current = requested.filter(id => id === provider.chainOf('eip155'));
  const chainId = [wanted, ...current, ...requested].find(
    id => id?.startsWith('eip155:') && approved.includes(id),
  );
  if (!chainId || chainId === provider.chainOf('eip155')) return;
  const params = [{ chainId: hexChainId(chainId) }];
  await provider.request({ method: 'wallet_switchEthereumChain', params }, chainId);
}
