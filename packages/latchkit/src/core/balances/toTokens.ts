import * as z from 'zod/mini';
import type { CaipAddress, CaipNetworkId } from '../../protocol/caip.js';
import { type TokenBalance as TokenAnswer, tokenBalance } from '../../protocol/gateway/chainData.js';
import type { TokenBalance } from '../adapter/TokenBalance.js';
import { cleanName } from '../adapter/untrusted.js';

const DECIMALS = /^\d{1,3}$/;
const NUMERIC = /^\d+(\.\d+)?$/;

/** The valid entries of a service's token balances. Tokens with 0 decimals are dropped. */
export function toTokens(entries: readonly unknown[]): readonly TokenBalance[] {
  return entries.flatMap(entry => {
    const read = z.safeParse(tokenBalance, entry);
    const token = read.success ? toToken(read.data) : undefined;
    return token ? [token] : [];
  });
}

function toToken({ name, symbol, quantity, ...token }: TokenAnswer): TokenBalance | undefined {
  const { numeric } = quantity;
  const decimals = DECIMALS.test(String(quantity.decimals)) ? Number(quantity.decimals) : 0;
  if (decimals === 0 || !NUMERIC.test(numeric)) return undefined;
  const chainId = token.chainId as CaipNetworkId;
  const price = toFigure(token.price);
  return {
    name: cleanName(name),
    symbol: cleanName(symbol),
    chainId,
    address: token.address ? toCaipAddress(chainId, token.address) : undefined,
    value: toFigure(token.value) ?? (price === undefined ? undefined : price * Number(numeric)),
    price,
    quantity: { decimals, numeric },
    iconUrl: token.iconUrl ?? undefined,
  };
}

/** A valid price; undefined for anything else. */
export function toFigure(figure: number | null | undefined): number | undefined {
  return typeof figure === 'number' && figure >= 0 ? figure : undefined;
}

/** Services send a contract as a CAIP-10 id or as a bare address. */
function toCaipAddress(chainId: CaipNetworkId, address: string): CaipAddress {
  return address.startsWith(`${chainId}:`) ? (address as CaipAddress) : `${chainId}:${address}`;
}
