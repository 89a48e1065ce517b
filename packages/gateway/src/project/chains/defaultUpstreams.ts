import { type ChainId, supportedNetworkIds } from 'latchkit/protocol';

/** CAIP-2 ids of the chain endpoint's networks; clients have the same list. */
export const CHAIN_IDS = supportedNetworkIds();

/** CAIP-2 ids of the networks of Bitcoin and Polkadot, whose nodes the operator configures; there are no public defaults. */
export const CONFIGURABLE_CHAINS: readonly string[] = [
  'bip122:000000000019d6689c085ae165831e93',
  'bip122:00000000da84f2bafbbc53dee25a72ae',
  'bip122:00000008819873e925422c1ff0f99f7c',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  'polkadot:68d56f15f85d3136970ec16946040bc1',
  'polkadot:b0a8d493285c2df73290dfb7e61f870f',
  'polkadot:e143f23803ac50e8f6f8e62695d1ce9e',
];

/** CAIP-2 id of Bitcoin's regtest, the chain of `npm start`. */
export const BITCOIN_DEVELOPMENT_CHAIN = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328';

/** CAIP-2 id of the Solana runtime for development: the first 32 characters of its genesis hash. */
export const SOLANA_DEVELOPMENT_CHAIN = 'solana:FV3DkVXbDAcYwoKpev2ToSW3DCmuqBG4';

/** The chains of `npm start`, served in development only. */
export const DEVELOPMENT_UPSTREAMS: Readonly<Record<ChainId, string>> = {
  'eip155:31337': 'http://localhost:8545',
  'eip155:31338': 'http://localhost:8546',
  [SOLANA_DEVELOPMENT_CHAIN]: 'http://localhost:8899',
  [BITCOIN_DEVELOPMENT_CHAIN]: 'http://localhost:3002',
};
