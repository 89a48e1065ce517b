/** A network with an image: its CAIP-2 id, its slug, and the logo that it shares with related networks. */
export interface NetworkAsset {
  readonly chainId: string;
  readonly slug: string;
  /** Source of the monogram if there is no logo. */
  readonly name: string;
  /** Slug in `networkMarks`. */
  readonly mark?: string;
}

const asset = (chainId: string, slug: string, name: string, mark?: string): NetworkAsset => ({
  chainId,
  slug,
  name,
  ...(mark === undefined ? {} : { mark }),
});

/** Images of the 24 networks and of the two development chains. */
export const networkAssets: readonly NetworkAsset[] = [
  asset('eip155:1', 'ethereum', 'Ethereum', 'ethereum'),
  asset('eip155:10', 'optimism', 'OP Mainnet', 'optimism'),
  asset('eip155:42161', 'arbitrum', 'Arbitrum One', 'arbitrum-one'),
  asset('eip155:137', 'polygon', 'Polygon', 'polygon'),
  asset('eip155:42220', 'celo', 'Celo', 'celo'),
  asset('eip155:1313161554', 'aurora', 'Aurora', 'aurora'),
  asset('eip155:56', 'bsc', 'BNB Smart Chain', 'binance-smart-chain'),
  asset('eip155:43114', 'avalanche', 'Avalanche', 'avalanche'),
  asset('eip155:324', 'zksync', 'ZKsync Era', 'zksync'),
  asset('eip155:100', 'gnosis', 'Gnosis', 'gnosis'),
  asset('eip155:8453', 'base', 'Base', 'base'),
  asset('eip155:7777777', 'zora', 'Zora', 'zora'),
  asset('eip155:999', 'hyperevm', 'HyperEVM', 'hyper-evm'),
  asset('eip155:11155111', 'sepolia', 'Sepolia', 'ethereum'),
  asset('eip155:11155420', 'optimism-sepolia', 'OP Sepolia', 'optimism'),
  asset('eip155:421614', 'arbitrum-sepolia', 'Arbitrum Sepolia', 'arbitrum-one'),
  asset('eip155:80002', 'polygon-amoy', 'Polygon Amoy', 'polygon'),
  asset('eip155:97', 'bsc-testnet', 'BNB Smart Chain Testnet', 'binance-smart-chain'),
  asset('eip155:43113', 'avalanche-fuji', 'Avalanche Fuji', 'avalanche'),
  asset('eip155:84532', 'base-sepolia', 'Base Sepolia', 'base'),
  asset('eip155:999999999', 'zora-sepolia', 'Zora Sepolia', 'zora'),
  asset('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana', 'Solana', 'solana'),
  asset('solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'solana-testnet', 'Solana Testnet', 'solana'),
  asset('solana:EtWTRABZaYq6iMFeYKouRu166VU2xqa1', 'solana-devnet', 'Solana Devnet', 'solana'),
  asset('eip155:31337', 'development-a', 'A'),
  asset('eip155:31338', 'development-b', 'B'),
];
