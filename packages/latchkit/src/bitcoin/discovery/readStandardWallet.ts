import type { StandardWallet } from '../../core/adapter/ProviderOf.js';
import { cleanName, safeIcon } from '../../core/adapter/untrusted.js';
import type { FoundWallet } from '../../core/adapter/wallets/AccountWallet.js';
import type { BitcoinWallet } from '../account/BitcoinWallet.js';
import { BITCOIN, type BitcoinNetworkName } from '../account/bitcoinChains.js';
import { STANDARD_CHAINS, standardBitcoinWallet } from '../shapes/standardBitcoinWallet.js';

const NAMES = Object.keys(BITCOIN) as readonly BitcoinNetworkName[];

/**
 * Reads a registered wallet, each property once. Returns undefined if it is malformed, does not support Bitcoin, or throws: any
 * script in the page can register anything.
 */
export function readStandardWallet(registered: unknown): FoundWallet<BitcoinWallet> | undefined {
  try {
    const wallet = registered as StandardWallet;
    const { name, icon, features, chains } = wallet;
    if (typeof name !== 'string' || !Array.isArray(chains)) return undefined;
    const known = NAMES.filter(network => chains.slice(0, 64).includes(STANDARD_CHAINS[network]));
    const cleaned = cleanName(name);
    const connects = 'standard:connect' in features || 'bitcoin:connect' in features;
    if (!cleaned || known.length === 0 || !connects) return undefined;
    return {
      name: cleaned,
      icon: safeIcon(icon),
      chains: known.map(network => BITCOIN[network]),
      wallet: standardBitcoinWallet(wallet),
    };
  } catch {
    return undefined;
  }
}
