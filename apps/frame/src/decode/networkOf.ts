/** A network as it is shown. */
interface Network {
  readonly name: string;
  readonly coin: string;
}

/** Networks that visitors know by name. Of all others the id is shown: a host cannot name a network. */
const NETWORKS: Readonly<Record<string, Network>> = {
  'eip155:1': { name: 'Ethereum', coin: 'ETH' },
  'eip155:10': { name: 'OP Mainnet', coin: 'ETH' },
  'eip155:56': { name: 'BNB Smart Chain', coin: 'BNB' },
  'eip155:100': { name: 'Gnosis', coin: 'xDAI' },
  'eip155:137': { name: 'Polygon', coin: 'POL' },
  'eip155:324': { name: 'ZKsync Era', coin: 'ETH' },
  'eip155:8453': { name: 'Base', coin: 'ETH' },
  'eip155:42161': { name: 'Arbitrum One', coin: 'ETH' },
  'eip155:43114': { name: 'Avalanche', coin: 'AVAX' },
  'eip155:59144': { name: 'Linea', coin: 'ETH' },
  'eip155:84532': { name: 'Base Sepolia', coin: 'ETH' },
  'eip155:11155111': { name: 'Sepolia', coin: 'ETH' },
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': { name: 'Solana', coin: 'SOL' },
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': { name: 'Solana Testnet', coin: 'SOL' },
  'solana:EtWTRABZaYq6iMFeYKouRu166VU2xqa1': { name: 'Solana Devnet', coin: 'SOL' },
};

/** The network's name; its CAIP-2 id where it has none that visitors know. */
export function networkName(chainId: string): string {
  return NETWORKS[chainId]?.name ?? chainId;
}

/** What the network's own coin is called; undefined: not known. */
export function coinOf(chainId: string): string | undefined {
  return NETWORKS[chainId]?.coin ?? (chainId.startsWith('solana:') ? 'SOL' : undefined);
}
