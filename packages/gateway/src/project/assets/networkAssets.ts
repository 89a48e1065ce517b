import { type ChainId, NETWORK_NAMES } from 'latchkit/protocol';

/** A network with an image: its CAIP-2 id, its slug, and the logo that it shares with related networks. */
export interface NetworkAsset {
  readonly chainId: string;
  readonly slug: string;
  /** Source of the monogram if there is no logo. */
  readonly name: string;
  /** Slug in `networkMarks`. */
  readonly mark?: string;
}

const asset = (chainId: ChainId, slug: string, mark?: string): NetworkAsset => ({
  chainId,
  slug,
  name: NETWORK_NAMES[chainId] ?? slug,
  ...(mark === undefined ? {} : { mark }),
});

/** Images of the 24 networks, of those of Bitcoin and Polkadot, and of the two development chains. */
export const networkAssets: readonly NetworkAsset[] = [
  asset('eip155:1', 'ethereum', 'ethereum'),
  asset('eip155:10', 'optimism', 'optimism'),
  asset('eip155:42161', 'arbitrum', 'arbitrum-one'),
  asset('eip155:137', 'polygon', 'polygon'),
  asset('eip155:42220', 'celo', 'celo'),
  asset('eip155:1313161554', 'aurora', 'aurora'),
  asset('eip155:56', 'bsc', 'binance-smart-chain'),
  asset('eip155:43114', 'avalanche', 'avalanche'),
  asset('eip155:324', 'zksync', 'zksync'),
  asset('eip155:100', 'gnosis', 'gnosis'),
  asset('eip155:8453', 'base', 'base'),
  asset('eip155:7777777', 'zora', 'zora'),
  asset('eip155:999', 'hyperevm', 'hyper-evm'),
  asset('eip155:11155111', 'sepolia', 'ethereum'),
  asset('eip155:11155420', 'optimism-sepolia', 'optimism'),
  asset('eip155:421614', 'arbitrum-sepolia', 'arbitrum-one'),
  asset('eip155:80002', 'polygon-amoy', 'polygon'),
  asset('eip155:97', 'bsc-testnet', 'binance-smart-chain'),
  asset('eip155:43113', 'avalanche-fuji', 'avalanche'),
  asset('eip155:84532', 'base-sepolia', 'base'),
  asset('eip155:999999999', 'zora-sepolia', 'zora'),
  asset('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana', 'solana'),
  asset('solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'solana-testnet', 'solana'),
  asset('solana:EtWTRABZaYq6iMFeYKouRu166VU2xqa1', 'solana-devnet', 'solana'),
  asset('bip122:000000000019d6689c085ae165831e93', 'bitcoin', 'bitcoin'),
  asset('bip122:00000000da84f2bafbbc53dee25a72ae', 'bitcoin-testnet4', 'bitcoin'),
  asset('bip122:00000008819873e925422c1ff0f99f7c', 'bitcoin-signet', 'bitcoin'),
  asset('bip122:0f9188f13cb7b2c71f2a335e3a4fc328', 'bitcoin-regtest', 'bitcoin'),
  asset('polkadot:91b171bb158e2d3848fa23a9f1c25182', 'polkadot', 'polkadot'),
  asset('polkadot:68d56f15f85d3136970ec16946040bc1', 'polkadot-asset-hub', 'polkadot'),
  asset('polkadot:b0a8d493285c2df73290dfb7e61f870f', 'kusama'),
  asset('polkadot:e143f23803ac50e8f6f8e62695d1ce9e', 'westend'),
  { chainId: 'eip155:31337', slug: 'development-a', name: 'A' },
  { chainId: 'eip155:31338', slug: 'development-b', name: 'B' },
];
