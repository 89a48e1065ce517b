import type { ChainId } from './caip.js';

const SOLANA_IDS = [
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  'EtWTRABZaYq6iMFeYKouRu166VU2xqa1',
];

const EVM_IDS = [
  1, 10, 42161, 137, 42220, 1313161554, 56, 43114, 324, 100, 8453, 7777777, 999, 11155111, 11155420, 421614,
  80002, 97, 43113, 84532, 999999999,
];

/** The networks of a gateway's chain endpoint: 21 EVM and 3 Solana networks. */
export function supportedNetworkIds(): readonly ChainId[] {
  return [
    ...EVM_IDS.map((id): ChainId => `eip155:${id}`),
    ...SOLANA_IDS.map((id): ChainId => `solana:${id}`),
  ];
}
