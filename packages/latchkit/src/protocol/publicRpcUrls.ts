import type { ChainId } from './caip.js';

/**
 * A public node for each built-in network. The gateway uses it if the operator configures no other, and a wallet that adds the
 * network receives it. Latchkit in a page never calls it.
 */
export const PUBLIC_RPC_URLS: Readonly<Record<ChainId, string>> = {
  'eip155:1': 'https://ethereum-rpc.publicnode.com',
  'eip155:10': 'https://mainnet.optimism.io',
  'eip155:42161': 'https://arb1.arbitrum.io/rpc',
  'eip155:137': 'https://polygon.drpc.org',
  'eip155:42220': 'https://forno.celo.org',
  'eip155:1313161554': 'https://mainnet.aurora.dev',
  'eip155:56': 'https://bsc-dataseed.bnbchain.org',
  'eip155:43114': 'https://api.avax.network/ext/bc/C/rpc',
  'eip155:324': 'https://mainnet.era.zksync.io',
  'eip155:100': 'https://rpc.gnosischain.com',
  'eip155:8453': 'https://mainnet.base.org',
  'eip155:7777777': 'https://rpc.zora.energy',
  'eip155:999': 'https://rpc.hyperliquid.xyz/evm',
  'eip155:11155111': 'https://ethereum-sepolia-rpc.publicnode.com',
  'eip155:11155420': 'https://sepolia.optimism.io',
  'eip155:421614': 'https://sepolia-rollup.arbitrum.io/rpc',
  'eip155:80002': 'https://polygon-amoy.drpc.org',
  'eip155:97': 'https://data-seed-prebsc-1-s1.bnbchain.org:8545',
  'eip155:43113': 'https://api.avax-test.network/ext/bc/C/rpc',
  'eip155:84532': 'https://sepolia.base.org',
  'eip155:999999999': 'https://sepolia.rpc.zora.energy',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'https://api.mainnet-beta.solana.com',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'https://api.testnet.solana.com',
  'solana:EtWTRABZaYq6iMFeYKouRu166VU2xqa1': 'https://api.devnet.solana.com',
};
