import { delegate } from '../core/adapter/lazily.js';
import { lateEngine } from '../core/adapter/wallets/lateEngine.js';
import { isBitcoinAddress } from '../protocol/isBitcoinAddress.js';
import type { BitcoinAdapter } from './BitcoinActions.js';

/**
 * The adapter for Bitcoin: wallets of Wallet Standard, of the registry `btc_providers` (WBIP 004), and with the methods of Unisat
 * and OKX. The modal shows neither a balance nor Send, but Pay; what a host can do with a connected wallet are the functions of this
 * entry point.
 *
 * @example
 * createLatchkit({ networks: [bitcoinTestnet4], adapters: [bitcoin()] });
 * @see https://github.com/wallet-standard/wallet-standard
 */
export function bitcoin(): BitcoinAdapter {
  const { methods, engine } = lateEngine({
    discovery: async () => (await import('./discovery/createDiscovery.js')).createDiscovery,
    engine: async () => (await import('./engine/createEngine.js')).createEngine,
  });
  return {
    namespace: 'bip122',
    isAddress: isBitcoinAddress,
    ...methods,
    ...delegate(engine, 'signText', 'signPsbt', 'sendTransfer'),
  };
}
