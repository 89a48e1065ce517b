import type { ChainNamespace } from '../../protocol/caip.js';
import type { Eip1193Provider } from './Eip1193Provider.js';
import type { StandardWallet } from './StandardWallet.js';

/** The provider type of a connected wallet: EIP-1193 on EVM, Wallet Standard on Solana. */
export type ProviderOf<Namespace extends ChainNamespace> = Namespace extends 'eip155'
  ? Eip1193Provider
  : Namespace extends 'solana'
    ? StandardWallet
    : unknown;
