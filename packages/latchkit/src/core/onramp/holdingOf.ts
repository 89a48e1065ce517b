import type { CaipAddress, ChainId, ChainNamespace } from '../../protocol/caip.js';
import { refreshBalance } from '../balances/refreshBalance.js';
import { refreshTokens } from '../balances/refreshTokens.js';
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

/** Reads the active account's balance of a currency. Never rejects. */
export async function refreshHolding(
  kit: Latchkit,
  namespace: ChainNamespace,
  token: CaipAddress | undefined,
): Promise<void> {
  if (token) await refreshTokens(kit, { namespace, force: true });
  else await refreshBalance(kit, { namespace, force: true });
}
