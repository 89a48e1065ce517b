import type { FramePageConfig } from 'latchkit/protocol';

/** A network as shown to the user. */
export interface ShownNetwork {
  /** The name, or the CAIP-2 id if only the host could name the network. */
  readonly name: string;
  /** Symbol of the native coin; undefined if unknown. */
  readonly coin: string | undefined;
}

/** Returns how to show a network, by its CAIP-2 id. */
export type NetworkOf = (chainId: string) => ShownNetwork;

const SOL = 'SOL';
const ETH = 'ETH';
const listed = (name: string, coin: string): ShownNetwork => ({ name, coin });

/** Networks that users know by name. */
const NETWORKS: ReadonlyMap<string, ShownNetwork> = new Map([
  ['eip155:1', listed('Ethereum', ETH)],
  ['eip155:10', listed('OP Mainnet', ETH)],
  ['eip155:56', listed('BNB Smart Chain', 'BNB')],
  ['eip155:97', listed('BNB Smart Chain Testnet', 'tBNB')],
  ['eip155:100', listed('Gnosis', 'xDAI')],
  ['eip155:137', listed('Polygon', 'POL')],
  ['eip155:324', listed('ZKsync Era', ETH)],
  ['eip155:999', listed('HyperEVM', 'HYPE')],
  ['eip155:8453', listed('Base', ETH)],
  ['eip155:42161', listed('Arbitrum One', ETH)],
  ['eip155:42220', listed('Celo', 'CELO')],
  ['eip155:43113', listed('Avalanche Fuji', 'AVAX')],
  ['eip155:43114', listed('Avalanche', 'AVAX')],
  ['eip155:59144', listed('Linea', ETH)],
  ['eip155:80002', listed('Polygon Amoy', 'POL')],
  ['eip155:84532', listed('Base Sepolia', ETH)],
  ['eip155:421614', listed('Arbitrum Sepolia', ETH)],
  ['eip155:7777777', listed('Zora', ETH)],
  ['eip155:11155111', listed('Sepolia', ETH)],
  ['eip155:11155420', listed('OP Sepolia', ETH)],
  ['eip155:999999999', listed('Zora Sepolia', ETH)],
  ['eip155:1313161554', listed('Aurora', ETH)],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', listed('Solana', SOL)],
  ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', listed('Solana Testnet', SOL)],
  ['solana:EtWTRABZaYq6iMFeYKouRu166VU2xqa1', listed('Solana Devnet', SOL)],
]);

/**
 * Names networks: well-known ones, and others by the name that the gateway gives. A host can't name a network, and the gateway
 * can't rename a known one.
 *
 * @param served - The networks of the page's configuration.
 */
export function networkOf(served: FramePageConfig['networks']): NetworkOf {
  const further = new Map(Object.entries(served));
  return chainId =>
    NETWORKS.get(chainId) ??
    further.get(chainId) ?? { name: chainId, coin: chainId.startsWith('solana:') ? SOL : undefined };
}
