import { type ChainId, supportedNetworkIds } from 'latchkit/protocol';

/** CAIP-2 ids of the chain endpoint's networks; clients have the same list. */
export const CHAIN_IDS = supportedNetworkIds();

/** CAIP-2 id of the Solana runtime for development: the first 32 characters of its genesis hash. */
export const SOLANA_DEVELOPMENT_CHAIN = 'solana:FV3DkVXbDAcYwoKpev2ToSW3DCmuqBG4';

/** The chains of `npm start`, served in development only. */
export const DEVELOPMENT_UPSTREAMS: Readonly<Record<ChainId, string>> = {
  'eip155:31337': 'http://localhost:8545',
  'eip155:31338': 'http://localhost:8546',
  [SOLANA_DEVELOPMENT_CHAIN]: 'http://localhost:8899',
};
