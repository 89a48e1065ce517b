import type { ChainNamespace } from '../../protocol/caip.js';

/** The provider type of a connected wallet: EIP-1193 on EVM, Wallet Standard on Solana. */
export type ProviderOf<Namespace extends ChainNamespace> = Namespace extends 'eip155'
  ? Eip1193Provider
  : Namespace extends 'solana'
    ? StandardWallet
    : unknown;

/** An address in this namespace: hex with 0x on EVM. */
export type AddressOf<Namespace extends ChainNamespace> = Namespace extends 'eip155' ? `0x${string}` : string;

/**
 * The part of a wallet's provider that Latchkit uses. The event methods are optional, because wallets differ in them.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
export interface Eip1193Provider {
  request(request: { method: string; params?: unknown }): Promise<unknown>;
  on?(event: string, listener: (...args: never[]) => void): unknown;
  removeListener?(event: string, listener: (...args: never[]) => void): unknown;
  off?(event: string, listener: (...args: never[]) => void): unknown;
}

/** An account of Wallet Standard, as a wallet passes it to a page. Pass the same object back to the wallet. */
export interface StandardAccount {
  readonly address: string;
  readonly publicKey: Uint8Array;
  /** CAIP-2 ids. */
  readonly chains: readonly string[];
  readonly features: readonly string[];
}

/**
 * The part of a page's wallet that is used; features and accounts are read when needed.
 *
 * @see https://github.com/wallet-standard/wallet-standard
 */
export interface StandardWallet {
  readonly version: string;
  readonly name: string;
  readonly icon: string;
  readonly chains: readonly string[];
  readonly features: Readonly<Record<string, unknown>>;
  readonly accounts: readonly StandardAccount[];
}
