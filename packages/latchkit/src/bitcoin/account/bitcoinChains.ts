import type { ChainId } from '../../protocol/caip.js';

/** The networks of Bitcoin, by the first 32 characters of their genesis block's hash (CAIP-4 for bip122). */
export const BITCOIN = {
  mainnet: 'bip122:000000000019d6689c085ae165831e93',
  testnet4: 'bip122:00000000da84f2bafbbc53dee25a72ae',
  signet: 'bip122:00000008819873e925422c1ff0f99f7c',
  regtest: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
} as const satisfies Readonly<Record<string, ChainId>>;

/** A network of Bitcoin. */
export type BitcoinNetworkName = keyof typeof BITCOIN;

const NAMES = Object.keys(BITCOIN) as readonly BitcoinNetworkName[];

/** Returns the name of a network; undefined if it is not one of Bitcoin's. */
export function networkNameOf(chainId: ChainId): BitcoinNetworkName | undefined {
  return NAMES.find(name => BITCOIN[name] === chainId);
}

/**
 * Returns the networks that an address can be used on. Testnet4 and signet have the same addresses, and all test networks the same
 * ones in base58.
 */
export function networksOf(address: string): readonly BitcoinNetworkName[] {
  if (/^bcrt1/i.test(address)) return ['regtest'];
  if (/^tb1/i.test(address)) return ['testnet4', 'signet'];
  return /^(bc1|[13])/i.test(address) ? ['mainnet'] : ['testnet4', 'signet', 'regtest'];
}
