import type { StandardWallet } from '../../core/adapter/ProviderOf.js';
import { cleanName, safeIcon } from '../../core/adapter/untrusted.js';

/** A well-formed registered wallet that supports Solana. Nothing else about it can be trusted. */
export interface RegisteredWallet {
  readonly name: string;
  readonly icon: string | undefined;
  readonly chains: readonly string[];
  readonly wallet: StandardWallet;
}

/** Maximum number of chains; a wallet with more is treated as having none. */
const MOST_CHAINS = 64;

/**
 * Reads a registered wallet, each property once. Returns undefined if it is malformed, does not support Solana, or
 * throws: any script in the page can register anything.
 */
export function readWallet(registered: unknown): RegisteredWallet | undefined {
  try {
    const wallet = registered as StandardWallet;
    const { name, icon, features } = wallet;
    const chains = solanaChains(wallet.chains);
    if (typeof name !== 'string' || chains.length === 0) return undefined;
    const cleaned = cleanName(name);
    if (!cleaned || !('standard:connect' in features) || !('standard:events' in features)) return undefined;
    return { name: cleaned, icon: safeIcon(icon), chains, wallet };
  } catch {
    return undefined;
  }
}

/** Returns the Solana chains in a wallet's list. */
export function solanaChains(chains: unknown): readonly string[] {
  if (!Array.isArray(chains)) return [];
  return chains
    .slice(0, MOST_CHAINS)
    .filter((chain): chain is string => typeof chain === 'string' && /^solana:[-\w]{1,32}$/.test(chain));
}
