import { delegate } from '../core/adapter/lazily.js';
import { lateEngine } from '../core/adapter/wallets/lateEngine.js';
import type { PolkadotAdapter } from './PolkadotActions.js';

/** SS58 of a 32-byte key with a prefix of one or two bytes. */
const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{46,50}$/;

/**
 * The adapter for Polkadot: extensions that inject themselves into `window.injectedWeb3`, such as Polkadot.js, Talisman, SubWallet
 * and Nova. Addresses have the SS58 prefix of the connected network. The modal shows neither a balance nor Send.
 *
 * @example
 * createLatchkit({ networks: [kusama], adapters: [polkadot()] });
 */
export function polkadot(): PolkadotAdapter {
  const { methods, engine } = lateEngine({
    discovery: async () => (await import('./discovery/createDiscovery.js')).createDiscovery,
    engine: async () => (await import('./engine/createEngine.js')).createEngine,
  });
  return {
    namespace: 'polkadot',
    isAddress: text => ADDRESS.test(text),
    ...methods,
    ...delegate(engine, 'signerOf'),
  };
}
