import type { ChainNamespace } from '../caip.js';

/** Names of the namespaces in messages. */
export const CHAIN_NAMES: Readonly<Record<ChainNamespace, string>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  polkadot: 'Polkadot',
  bip122: 'Bitcoin',
};
