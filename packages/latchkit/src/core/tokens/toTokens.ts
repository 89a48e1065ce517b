import * as z from 'zod/mini';
import type { CaipAddress, CaipNetworkId } from '../../protocol/caip.js';
import { type TokenBalance as TokenAnswer, tokenBalance } from '../../protocol/gateway/chainData.js';
import { cleanName } from '../cleanName.js';
import type { TokenBalance } from './TokenBalance.js';

/** The usable ones of what a service listed as token balances. Tokens with 0 decimals are dropped [VAL-23]. */
export function toTokens(entries: readonly unknown[]): readonly TokenBalance[] {
  return entries.flatMap(entry => {
    const read = z.safeParse(tokenBalance, entry);
    return read.success && read.data.quantity.decimals > 0 ? [toToken(read.data)] : [];
  });
}

function toToken(token: TokenAnswer): TokenBalance {
  const { name, symbol, quantity } = token;
  const chainId = token.chainId as CaipNetworkId;
  const price = token.price ?? undefined;
  return {
    name: cleanName(name),
    symbol: cleanName(symbol),
    chainId,
    address: token.address ? toCaipAddress(chainId, token.address) : undefined,
    value: token.value ?? (price === undefined ? undefined : price * Number(quantity.numeric)),
    price,
    quantity,
    iconUrl: token.iconUrl ?? undefined,
  };
}

/** Services write a contract as a CAIP-10 id or by its bare address. */
function toCaipAddress(chainId: CaipNetworkId, address: string): CaipAddress {
  return address.startsWith(`${chainId}:`) ? (address as CaipAddress) : `${chainId}:${address}`;
}
