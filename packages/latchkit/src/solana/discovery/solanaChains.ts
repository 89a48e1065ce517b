/** Maximum number of chains; a wallet with more is treated as having none. */
const MOST_CHAINS = 64;

/** Returns the Solana chains in a wallet's list. */
export function solanaChains(chains: unknown): readonly string[] {
  if (!Array.isArray(chains)) return [];
  return chains
    .slice(0, MOST_CHAINS)
    .filter((chain): chain is string => typeof chain === 'string' && /^solana:[-\w]{1,32}$/.test(chain));
}
