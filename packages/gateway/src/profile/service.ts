import { base58 } from '@scure/base';
import type { CaipNetworkId, Profile } from 'latchkit/protocol';
import { hexToBytes, namehash, zeroAddress } from 'viem';
import { cachedAnswer } from '../chain-data/cachedAnswer.js';
import { type EnsReader, ensReader, normalName } from '../chain-data/ensReader.js';
import type { EnsRegistries } from '../chain-data/identities.js';
import type { Cache } from '../ports/Cache.js';
import type { RpcService } from '../rpc/service.js';
import { NameNotFoundError } from './NameNotFoundError.js';

/** Milliseconds that an answer is kept, that there is none included, and between attempts after a failure. */
const LIFE = 300_000;
const RETRY_GAP = 5_000;

const FAILURE = { code: 'IDENTITY_UNAVAILABLE', message: 'The name cannot be looked up at the moment' };

/** SLIP-44 coin types. */
const EVM = '60';
const SOLANA = 501;

/** Where names lead. */
export interface Profiles {
  /**
   * The addresses that a name leads to.
   *
   * @throws GatewayError 404 `NAME_NOT_FOUND` with reasons, or 503 `IDENTITY_UNAVAILABLE`.
   */
  of(name: string, gone: AbortSignal): Promise<Profile>;
}

export interface ProfilesOptions {
  readonly rpc: RpcService;
  readonly cache: Cache;
  readonly registries: EnsRegistries;
  /** The chain whose registry knows the names. */
  readonly chainId: CaipNetworkId;
}

/** Looks names up in ENS. */
export function profiles({ rpc, cache, registries, chainId }: ProfilesOptions): Profiles {
  return {
    async of(name, gone) {
      const normal = name.includes('.') ? normalName(name) : undefined;
      if (normal === undefined) throw new NameNotFoundError('This is not a name such as somebody.eth');
      const registry = registries[chainId];
      const look = async (): Promise<Profile | null> =>
        registry === undefined ? null : lookUp(ensReader(rpc, chainId, registry, gone), normal);
      const options = { life: LIFE, retryGap: RETRY_GAP, gone, failure: FAILURE };
      const found = await cachedAnswer(cache, `profile:${chainId}:${normal}`, look, options);
      if (found === null) throw new NameNotFoundError('This name leads to no address');
      return found;
    },
  };
}

async function lookUp(ens: EnsReader, name: string): Promise<Profile | null> {
  const node = namehash(name);
  const resolver = await ens.resolverOf(node);
  if (resolver === undefined) return null;
  const [evm, solana] = await Promise.all([
    ens.read(resolver, 'addr', [node]),
    ens.coinAddress(resolver, node, SOLANA),
  ]);
  const bytes = solana && hexToBytes(solana);
  const isKey = bytes?.length === 32 && bytes.some(byte => byte !== 0);
  const addresses = {
    ...(evm === undefined || evm === zeroAddress ? {} : { [EVM]: { address: evm } }),
    ...(isKey ? { [SOLANA]: { address: base58.encode(bytes) } } : {}),
  };
  return Object.keys(addresses).length === 0 ? null : { name, addresses };
}
