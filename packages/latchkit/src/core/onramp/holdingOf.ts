import type { CaipAddress, ChainId, ChainNamespace } from '../../protocol/caip.js';
import type { Latchkit } from '../Latchkit.js';

/**
 * The active account's balance of a currency, as last read, in whole units. Undefined if it is not known, for example on a network that
 * is not active.
 */
export function holdingOf(
  kit: Latchkit,
  namespace: ChainNamespace,
  chainId: ChainId,
  token: CaipAddress | undefined,
): string | undefined {
  const chain = kit.store.getState().namespaces[namespace];
  if (chain?.network.caipNetworkId !== chainId || chain.tokenStatus !== 'ready') return undefined;
  if (!token) return chain.balanceError ? undefined : chain.balance;
  const held = chain.tokenBalance?.find(({ address }) => address?.toLowerCase() === token.toLowerCase());
  return held?.quantity.numeric ?? '0';
}
