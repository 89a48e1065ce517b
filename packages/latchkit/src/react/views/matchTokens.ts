import type { TokenBalance } from '../../core/index.js';

/** Returns the tokens whose name or symbol contains the query, or whose contract address starts with it. */
export function matchTokens<Token extends TokenBalance>(
  tokens: readonly Token[],
  query: string,
): readonly Token[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return tokens;
  return tokens.filter(({ name, symbol, address }) => {
    const contract = address?.slice(address.lastIndexOf(':') + 1).toLowerCase();
    return `${name} ${symbol}`.toLowerCase().includes(wanted) || contract?.startsWith(wanted);
  });
}
