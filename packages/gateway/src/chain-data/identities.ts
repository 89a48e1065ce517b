import type { CaipNetworkId, IdentityAnswer } from 'latchkit/protocol';
import { getAddress, type Hex, namehash } from 'viem';
import { addressNamespace } from '../accounts/accountAddress.js';
import type { Cache } from '../ports/Cache.js';
import type { RpcService } from '../rpc/service.js';
import { cachedAnswer } from './cachedAnswer.js';
import { type EnsReader, ensReader, normalName } from './ensReader.js';

/** Milliseconds that an identity is kept [TIME-06], and between attempts after a failure. */
const LIFE = 300_000;
const RETRY_GAP = 30_000;

const MAX_AVATAR = 2_048;

const FAILURE = { code: 'IDENTITY_UNAVAILABLE', message: 'The identity cannot be read at the moment' };

/** CAIP-2 id → address of the ENS registry (ENSIP-1). */
export type EnsRegistries = Readonly<Partial<Record<CaipNetworkId, string>>>;

/** Where ENS is: the same address on Ethereum and its test network. */
export const ENS_REGISTRIES: EnsRegistries = {
  'eip155:1': '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
  'eip155:11155111': '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
};

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

/**
 * Looks names up in the registry itself. Names that a server outside of the chain gives (CCIP-Read, EIP-3668) are not
 * followed: their addresses are whatever a contract says, and the gateway calls nobody that its operator did not name.
 */
export function identities(rpc: RpcService, cache: Cache, registries: EnsRegistries): Identities {
  return {
    async of(chainId, address, gone) {
      const registry = registries[chainId as CaipNetworkId];
      if (registry === undefined || !rpc.chainIds.includes(chainId)) return NOBODY;
      // Solana knows no such names.
      if (addressNamespace(address) !== 'eip155') return NOBODY;
      const account = getAddress(address);
      const ens = ensReader(rpc, chainId, registry, gone);
      const key = `identity:${chainId}:${account}`;
      const options = { life: LIFE, retryGap: RETRY_GAP, gone, failure: FAILURE };
      return cachedAnswer(cache, key, () => lookUp(ens, account), options);
    },
  };
}

async function lookUp({ read, resolverOf }: EnsReader, account: Hex): Promise<IdentityAnswer> {
  const reverse = namehash(`${account.slice(2).toLowerCase()}.addr.reverse`);
  const reverseResolver = await resolverOf(reverse);
  const claimed = reverseResolver && (await read(reverseResolver, 'name', [reverse]));
  // A name that is not in its normal form may look like another one.
  const name = claimed && normalName(claimed) === claimed ? claimed : undefined;
  if (!name) return NOBODY;
  // Anybody may claim any name for his address; only the name's owner can let it lead back.
  const node = namehash(name);
  const resolver = await resolverOf(node);
  const leadsTo = resolver && (await read(resolver, 'addr', [node]));
  if (resolver === undefined || leadsTo !== account) return NOBODY;
  const avatar = await read(resolver, 'text', [node, 'avatar']);
  return { name, avatar: avatar && isWebImage(avatar) ? avatar : null };
}

function isWebImage(url: string): boolean {
  return url.length <= MAX_AVATAR && url.startsWith('https://') && URL.canParse(url);
}
