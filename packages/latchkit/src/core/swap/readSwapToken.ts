import { activeConnection } from '../connection/activeConnection.js';
import type { Latchkit } from '../Latchkit.js';
import { readUnlistedToken } from './readUnlistedToken.js';
import { swapError } from './swapErrors.js';
import { isSameAsset, type SwapAsset, type SwapToken, selectSwap, swapAsset } from './swapState.js';

/** A token of the connected EVM account's network by its id. @throws TOKEN_NOT_FOUND; SWAP_ACCOUNT_CHANGED for another network. */
export async function readSwapToken(kit: Latchkit, asset: SwapAsset): Promise<SwapToken> {
  const { tokens, from, to } = selectSwap(kit.store.getState());
  const known = [...tokens, from, to].find(token => token && isSameAsset(swapAsset(token), asset));
  if (known) return known;
  const { network } = activeConnection(kit, 'eip155');
  const chainId = network.caipNetworkId;
  if (asset === chainId) {
    const { name, symbol, decimals } = network.nativeCurrency;
    return { name, symbol, chainId, quantity: { decimals, numeric: '0' } };
  }
  if (!asset.startsWith(`${chainId}:`)) throw swapError('SWAP_ACCOUNT_CHANGED');
  return readUnlistedToken(kit, asset.slice(chainId.length + 1));
}
