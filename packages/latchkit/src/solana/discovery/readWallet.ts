import type { StandardWallet } from '../../core/adapter/ProviderOf.js';
import { cleanName, safeIcon } from '../../core/adapter/untrusted.js';
import type { FoundWallet } from '../../core/adapter/wallets/AccountWallet.js';
import { caipNetworkIds } from '../chain/walletChain.js';
import { solanaChains } from './solanaChains.js';
import { type SolanaWallet, solanaWallet } from './solanaWallet.js';

/**
 * Reads a registered wallet, each property once. Returns undefined if it is malformed, does not support Solana, or
 * throws: any script in the page can register anything.
 */
export function readWallet(registered: unknown): FoundWallet<SolanaWallet> | undefined {
  try {
    const wallet = registered as StandardWallet;
    const { name, icon, features } = wallet;
    const chains = solanaChains(wallet.chains);
    if (typeof name !== 'string' || chains.length === 0) return undefined;
    const cleaned = cleanName(name);
    if (!cleaned || !('standard:connect' in features) || !('standard:events' in features)) return undefined;
    return {
      name: cleaned,
      icon: safeIcon(icon),
      chains: caipNetworkIds(chains),
      wallet: solanaWallet(wallet),
    };
  } catch {
    return undefined;
  }
}
