import { SOLANA_DEVELOPMENT_CHAIN } from './defaultUpstreams.js';

/** Names of the development chains. The wallet page knows the names of the public networks. */
export const DEVELOPMENT_NETWORKS = {
  'eip155:31337': { name: 'Local chain A', coin: 'ETH' },
  'eip155:31338': { name: 'Local chain B', coin: 'ETH' },
  [SOLANA_DEVELOPMENT_CHAIN]: { name: 'Local Solana', coin: 'SOL' },
} as const;
