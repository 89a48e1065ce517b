import type { CaipNetworkId, IdentityAnswer } from 'latchkit/protocol';
import { getAddress, type Hex, toCoinType } from 'viem';
import { addressNamespace } from '../accounts/accountAddress.js';
import type { Cache } from '../ports/Cache.js';
import type { RpcService } from '../rpc/service.js';
import { cachedAnswer } from './cachedAnswer.js';
import type { CcipRequest } from './ccipRequest.js';
import { type EnsPlace, type EnsReader, ensReader, normalName } from './ensReader.js';

/** Milliseconds that an identity is kept [TIME-06], and between attempts after a failure. */
const LIFE = 300_000;
const RETRY_GAP = 30_000;

const MAX_AVATAR = 2_048;

const FAILURE = { code: 'IDENTITY_UNAVAILABLE', message: 'The identity cannot be read at the moment' };

/** CAIP-2 id → address of ENS's universal resolver, the contract that clients ask. */
export type EnsResolvers = Readonly<Partial<Record<CaipNetworkId, string>>>;

/** Where ENS is: the same address on Ethereum and its test network. */
export const ENS_RESOLVERS: EnsResolvers = {
  'eip155:1': '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe',
  'eip155:11155111': '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe',
};

/**
 * Chains whose accounts have primary names of their own, Base's Basenames among them (ENSIP-19). Ethereum's resolver reads
 * them from those chains through a server.
 */
const ETHEREUM = 'eip155:1';
const NAMED_ON_ETHEREUM: readonly string[] = ['eip155:8453', 'eip155:10', 'eip155:42161'];

/** How names are looked up. */
export interface EnsOptions {
  readonly resolvers: EnsResolvers;
  /** Asks the servers that contracts name; undefined: names that need one are not found. */
  readonly ccipRead: CcipRequest | undefined;
}

export interface Identities {
  /**
   * The primary name of an address and its avatar (ENSIP-3, ENSIP-12), or nulls: where there is none, where the chain has
   * no ENS, and where the name does not lead back to the address.
   *
   * @throws GatewayError 503 `IDENTITY_UNAVAILABLE`.
   */
  of(chainId: string, address: string, gone: AbortSignal): Promise<IdentityAnswer>;
}

const NOBODY: IdentityAnswer = { name: null, avatar: null };

/** Looks names up in ENS. */
export function identities(rpc: RpcService, cache: Cache, options: EnsOptions): Identities {
  return {
    async of(chainId, address, gone) {
      const place = placeOf(chainId, options);
      if (place === undefined || !rpc.chainIds.includes(place.chainId)) return NOBODY;
      // Solana knows no such names.
      if (addressNamespace(address) !== 'eip155') return NOBODY;
      const account = getAddress(address);
      const look = () => lookUp(ensReader(rpc, place, gone), account, place.coinType);
      const kept = { life: LIFE, retryGap: RETRY_GAP, gone, failure: FAILURE };
      return cachedAnswer(cache, `identity:${chainId}:${account}`, look, kept);
    },
  };
}

/** Where the primary names of a chain's accounts are looked up, and as whose (ENSIP-11); undefined if it has none. */
function placeOf(
  chainId: string,
  { resolvers, ccipRead }: EnsOptions,
): (EnsPlace & { readonly coinType: bigint }) | undefined {
  const own = resolvers[chainId as CaipNetworkId];
  if (own !== undefined) return { chainId, resolver: getAddress(own), ccipRead, coinType: toCoinType(1) };
  const home = resolvers[ETHEREUM];
  // Without the server nothing would be found.
  if (ccipRead === undefined || home === undefined || !NAMED_ON_ETHEREUM.includes(chainId)) return undefined;
  const coinType = toCoinType(Number(chainId.slice('eip155:'.length)));
  return { chainId: ETHEREUM, resolver: getAddress(home), ccipRead, coinType };
}

async function lookUp(ens: EnsReader, account: Hex, coinType: bigint): Promise<IdentityAnswer> {
  // The resolver gives a name only if it leads back to the account: anybody may claim any name.
  const claimed = await ens.nameOf(account, coinType);
  // A name that is not in its normal form may look like another one.
  const name = claimed && normalName(claimed) === claimed ? claimed : undefined;
  if (!name) return NOBODY;
  // Not viem's getEnsAvatar: it asks the image's server whether there is an image.
  const avatar = await ens.textOf(name, 'avatar');
  return { name, avatar: avatar && isWebImage(avatar) ? avatar : null };
}

function isWebImage(url: string): boolean {
  return url.length <= MAX_AVATAR && url.startsWith('https://') && URL.canParse(url);
}
