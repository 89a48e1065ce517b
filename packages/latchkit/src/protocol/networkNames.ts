import type { ChainId } from './caip.js';

/**
 * The names by which people read networks: the modal, the wallet page, the portal, emails and the gateway's images use these. The
 * networks of `latchkit/networks` carry the same names, which a test compares, so that a page loads only those that it imports.
 */
export const NETWORK_NAMES: Readonly<Record<ChainId, string>> = {
  'eip155:1': 'Ethereum',
  'eip155:10': 'Optimism',
  'eip155:42161': 'Arbitrum',
  'eip155:137': 'Polygon',
  'eip155:42220': 'Celo',
  'eip155:1313161554': 'Aurora',
  'eip155:56': 'BNB',
  'eip155:43114': 'Avalanche',
  'eip155:324': 'zkSync',
  'eip155:100': 'Gnosis',
  'eip155:8453': 'Base',
  'eip155:7777777': 'Zora',
  'eip155:999': 'HyperEVM',
  'eip155:11155111': 'Sepolia',
  'eip155:11155420': 'Optimism Sepolia',
  'eip155:421614': 'Arbitrum Sepolia',
  'eip155:80002': 'Polygon Amoy',
  'eip155:97': 'BNB Testnet',
  'eip155:43113': 'Avalanche Fuji',
  'eip155:84532': 'Base Sepolia',
  'eip155:999999999': 'Zora Sepolia',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'Solana',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'Solana Testnet',
  'solana:EtWTRABZaYq6iMFeYKouRu166VU2xqa1': 'Solana Devnet',
  'bip122:000000000019d6689c085ae165831e93': 'Bitcoin',
  'bip122:00000000da84f2bafbbc53dee25a72ae': 'Bitcoin Testnet 4',
  'bip122:00000008819873e925422c1ff0f99f7c': 'Bitcoin Signet',
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': 'Bitcoin Regtest',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': 'Polkadot',
  'polkadot:68d56f15f85d3136970ec16946040bc1': 'Polkadot Asset Hub',
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': 'Kusama',
  'polkadot:e143f23803ac50e8f6f8e62695d1ce9e': 'Westend',
};
