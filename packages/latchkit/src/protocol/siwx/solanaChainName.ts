import type { ChainId } from '../caip.js';

const CLUSTERS = new Map([
  ['mainnet', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  ['testnet', '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'],
  ['devnet', 'EtWTRABZaYq6iMFeYKouRu166VU2xqa1'],
]);

/**
 * The name of a Solana network in a sign-in message. Wallets reject unknown chain ids but know cluster names; a network without
 * one keeps its CAIP-2 reference.
 *
 * @see https://github.com/phantom/sign-in-with-solana
 */
export function solanaChainName(chainId: ChainId): string {
  const reference = chainId.slice('solana:'.length);
  for (const [name, value] of CLUSTERS) if (value === reference) return name;
  return reference;
}

/** The CAIP-2 id of a chain name in a Solana sign-in message, with or without the namespace. */
export function parseSolanaChainName(name: string): ChainId {
  const plain = name.replace(/^solana:/, '');
  return `solana:${CLUSTERS.get(plain) ?? plain}`;
}
