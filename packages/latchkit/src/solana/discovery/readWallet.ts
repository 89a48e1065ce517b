import { acceptIcon } from '../../core/adapter/acceptIcon.js';
import { cleanName } from '../../core/adapter/cleanName.js';
import type { StandardWallet } from '../../core/adapter/StandardWallet.js';

/** A registered wallet as far as it can be believed: well formed, and of use on Solana. */
export interface RegisteredWallet {
  readonly name: string;
  readonly icon: string | undefined;
  readonly chains: readonly string[];
  readonly wallet: StandardWallet;
}

/** A wallet that names more chains than this names none that we look at. */
const MOST_CHAINS = 64;

/**
 * Reads a wallet that registered itself, each property once. Undefined when it is malformed, is no Solana wallet, or when
 * looking at it throws: any script of the page can register anything.
 */
export function readWallet(registered: unknown): RegisteredWallet | undefined {
  try {
    const wallet = registered as StandardWallet;
    const { name, icon, features } = wallet;
    const chains = solanaChains(wallet.chains);
    if (typeof name !== 'string' || chains.length === 0) return undefined;
    const cleaned = cleanName(name);
    if (!cleaned || !('standard:connect' in features) || !('standard:events' in features)) return undefined;
    return { name: cleaned, icon: acceptIcon(icon), chains, wallet };
  } catch {
    return undefined;
  }
}

/** The Solana chains of a list that a wallet gives. */
export function solanaChains(chains: unknown): readonly string[] {
  if (!Array.isArray(chains)) return [];
  return chains
    .slice(0, MOST_CHAINS)
    .filter((chain): chain is string => typeof chain === 'string' && /^solana:[-\w]{1,32}$/.test(chain));
}
