import type { CaipAddress } from '../../protocol/caip.js';
import type { TokenBalance } from './TokenBalance.js';

/** The id of a token at a price source: its CAIP-10 id, or the chain id with `native` for the network's own currency. */
export function assetId({ address, chainId }: Pick<TokenBalance, 'address' | 'chainId'>): CaipAddress {
  return address ?? `${chainId}:native`;
}
