import type { ChainAdapter } from '../core/adapter/ChainAdapter.js';
import { delegate } from '../core/adapter/lazily.js';
import { lateEngine } from '../core/adapter/wallets/lateEngine.js';

const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/**
 * The adapter for Solana, on Wallet Standard and `@solana/kit`. A host's first chunk contains only this file: wallet
 * discovery loads at start, the connecting code on intent, and the kit with the first transaction.
 *
 * @example
 * createLatchkit({ networks: [solanaDevnet], adapters: [solana()] });
 * @see https://github.com/wallet-standard/wallet-standard
 */
export function solana(): ChainAdapter<'solana'> {
  const { methods, engine } = lateEngine({
    discovery: async () => (await import('./discovery/createDiscovery.js')).createDiscovery,
    engine: async () => (await import('./engine/createEngine.js')).createEngine,
  });
  return {
    namespace: 'solana',
    isAddress: text => ADDRESS.test(text),
    ...methods,
    ...delegate(
      engine,
      'getBalance',
      'signIn',
      'signTransaction',
      'sendTransaction',
      'prepareTransfer',
      'transfer',
      'waitForTransaction',
    ),
  };
}
