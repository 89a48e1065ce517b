import type { ChainNamespace } from '../caip.js';

/** How texts name the kinds of chain. */
export const CHAIN_NAMES: Readonly<Record<ChainNamespace, string>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  polkadot: 'Polkadot',
  bip122: 'Bitcoin',
};
