import { type ChainId, type FramePageConfig, NETWORK_NAMES } from 'latchkit/protocol';

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

/** Symbols of the native coins of the networks that users know by name. */
const COINS: Readonly<Partial<Record<ChainId, string>>> = {
  'eip155:1': ETH,
  'eip155:10': ETH,
  'eip155:56': 'BNB',
  'eip155:97': 'tBNB',
  'eip155:100': 'xDAI',
  'eip155:137': 'POL',
  'eip155:324': ETH,
  'eip155:999': 'HYPE',
  'eip155:8453': ETH,
  'eip155:42161': ETH,
  'eip155:42220': 'CELO',
  'eip155:43113': 'AVAX',
  'eip155:43114': 'AVAX',
  'eip155:59144': ETH,
  'eip155:80002': 'POL',
  'eip155:84532': ETH,
  'eip155:421614': ETH,
  'eip155:7777777': ETH,
  'eip155:11155111': ETH,
  'eip155:11155420': ETH,
  'eip155:999999999': ETH,
  'eip155:1313161554': ETH,
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': SOL,
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': SOL,
  'solana:EtWTRABZaYq6iMFeYKouRu166VU2xqa1': SOL,
};

/**
 * Names networks: well-known ones, and others by the name that the gateway gives. A host can't name a network, and the gateway
 * can't rename a known one.
 *
 * @param served - The networks of the page's configuration.
 */
export function networkOf(served: FramePageConfig['networks']): NetworkOf {
  const further = new Map(Object.entries(served));
  return chainId =>
    known(chainId) ??
    further.get(chainId) ?? { name: chainId, coin: chainId.startsWith('solana:') ? SOL : undefined };
}

function known(chainId: string): ShownNetwork | undefined {
  if (!Object.hasOwn(COINS, chainId) || !Object.hasOwn(NETWORK_NAMES, chainId)) return undefined;
  const name = NETWORK_NAMES[chainId as ChainId];
  return name === undefined ? undefined : { name, coin: COINS[chainId as ChainId] };
}
