import type { CaipAddress } from '../../protocol/caip.js';
import type { TokenBalance } from './TokenBalance.js';

/** What a price source calls a token: its CAIP-10 id, and for a network's own currency the chain's id with `native`. */
export function assetId({ address, chainId }: Pick<TokenBalance, 'address' | 'chainId'>): CaipAddress {
  return address ?? `${chainId}:native`;
}
