import type { ChainId, IdentityAnswer } from 'latchkit/protocol';
import { getAddress, type Hex, toCoinType } from 'viem';
import { cachedAnswer } from '../../platform/http/cachedAnswer.js';
import type { Cache } from '../../platform/ports/Cache.js';
import { addressNamespace } from '../chains/accountAddress.js';
import type { RpcService } from '../chains/service.js';
import type { NameRegistry } from '../profile/nameRegistry.js';
import { normalName } from '../profile/normalName.js';
import type { CcipRequest } from './ccipRequest.js';
import { type EnsPlace, type EnsReader, ensReader } from './ensReader.js';

/** Milliseconds for which an identity is cached, and between attempts after a failure. */
const LIFE = 300_000;
const RETRY_GAP = 30_000;

const MAX_AVATAR = 2_048;

const FAILURE = { code: 'IDENTITY_UNAVAILABLE', message: 'The identity cannot be read at the moment' };

/** Addresses of ENS universal resolvers, which clients call, by CAIP-2 id. */
export type EnsResolvers = Readonly<Partial<Record<ChainId, string>>>;

/** ENS has the same address on Ethereum and its test network. */
export const ENS_RESOLVERS: EnsResolvers = {
  'eip155:1': '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe',
  'eip155:11155111': '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe',
};

/**
 * Chains with their own primary names (ENSIP-19), among them Base with Basenames. Ethereum's resolver reads the names from
 * those chains through a CCIP-Read server.
 */
const ETHEREUM = 'eip155:1';
const NAMED_ON_ETHEREUM: readonly string[] = ['eip155:8453', 'eip155:10', 'eip155:42161'];

/** Options of name lookups. */
export interface EnsOptions {
  readonly resolvers: EnsResolvers;
  /** Sends requests to CCIP-Read servers; undefined: names that need one are not found. */
  readonly ccipRead: CcipRequest | undefined;
}

export interface Identities {
  /**
   * Returns the primary name of an address and its avatar (ENSIP-3, ENSIP-12), or nulls: if it has none, if the chain has no
   * ENS, or if the name does not resolve to the address.
   *
   * @throws HttpError 503 `IDENTITY_UNAVAILABLE`.
   */
  of(chainId: string, address: string, gone: AbortSignal): Promise<IdentityAnswer>;
}

const NOBODY: IdentityAnswer = { name: null, avatar: null };

/** Looks up names: a registered one first, then that of ENS. */
export function identities(
  registry: Pick<NameRegistry, 'ofAddress'>,
  rpc: RpcService,
  cache: Cache,
  options: EnsOptions,
): Identities {
  return {
    async of(chainId, address, gone) {
      const isEvm = addressNamespace(address) === 'eip155';
      const registered = isEvm ? await registry.ofAddress(getAddress(address)) : undefined;
      if (registered !== undefined) return { name: registered.name, avatar: null };
      const place = placeOf(chainId, options);
      if (place === undefined || !rpc.chainIds.includes(place.chainId)) return NOBODY;
      // Solana has no such names.
      if (!isEvm) return NOBODY;
      const account = getAddress(address);
      const look = () => lookUp(ensReader(rpc, place, gone), account, place.coinType);
      const kept = { life: LIFE, retryGap: RETRY_GAP, gone, failure: FAILURE };
      return cachedAnswer(cache, `identity:${chainId}:${account}`, look, kept);
    },
  };
}

/** The resolver and coin type (ENSIP-11) for primary names of a chain's accounts; undefined if it has none. */
function placeOf(
  chainId: string,
  { resolvers, ccipRead }: EnsOptions,
): (EnsPlace & { readonly coinType: bigint }) | undefined {
  const own = resolvers[chainId as ChainId];
  if (own !== undefined) return { chainId, resolver: getAddress(own), ccipRead, coinType: toCoinType(1) };
  const home = resolvers[ETHEREUM];
  // These names need a CCIP-Read server.
  if (ccipRead === undefined || home === undefined || !NAMED_ON_ETHEREUM.includes(chainId)) return undefined;
  const coinType = toCoinType(Number(chainId.slice('eip155:'.length)));
  return { chainId: ETHEREUM, resolver: getAddress(home), ccipRead, coinType };
}

async function lookUp(ens: EnsReader, account: Hex, coinType: bigint): Promise<IdentityAnswer> {
  // The resolver returns a name only if it resolves to the account, because anyone may claim any name.
  const claimed = await ens.nameOf(account, coinType);
  // A name that isn't in normal form may look like another one.
  const name = claimed && normalName(claimed) === claimed ? claimed : undefined;
  if (!name) return NOBODY;
  // viem's getEnsAvatar would request the image's server to check that the image exists.
  const avatar = await ens.textOf(name, 'avatar');
  return { name, avatar: avatar && isWebImage(avatar) ? avatar : null };
}

function isWebImage(url: string): boolean {
  return url.length <= MAX_AVATAR && url.startsWith('https://') && URL.canParse(url);
}
