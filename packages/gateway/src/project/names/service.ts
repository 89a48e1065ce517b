import { base58 } from '@scure/base';
import type { ChainId, Profile } from 'latchkit/protocol';
import { getAddress, hexToBytes } from 'viem';
import { cachedAnswer } from '../../platform/http/cachedAnswer.js';
import type { Cache } from '../../platform/ports/Cache.js';
import type { RpcService } from '../chains/service.js';
import { NameError } from '../profile/NameError.js';
import { type NameRegistry, profileOf } from '../profile/nameRegistry.js';
import { normalName } from '../profile/normalName.js';
import { type EnsReader, ensReader } from './ensReader.js';
import type { EnsOptions } from './identities.js';

/**
 * Milliseconds for which a result, or its absence, is cached, and between attempts after a failure. Short, because clients ask again
 * right before a payment is reviewed.
 */
const LIFE = 15_000;
const RETRY_GAP = 5_000;

const FAILURE = { code: 'IDENTITY_UNAVAILABLE', message: 'The name cannot be looked up at the moment' };

/** SLIP-44 coin types. */
const EVM = '60';
const SOLANA = 501n;

/** Bytes of a Solana address. */
const SOLANA_KEY = 32;

/** Resolves names. */
export interface Profiles {
  /**
   * Returns the addresses that a name resolves to.
   *
   * @throws HttpError 404 `NAME_NOT_FOUND` with reasons, or 503 `IDENTITY_UNAVAILABLE`.
   */
  of(name: string, gone: AbortSignal): Promise<Profile>;
}

export interface ProfilesOptions extends EnsOptions {
  readonly registry: Pick<NameRegistry, 'find' | 'owns'>;
  readonly rpc: RpcService;
  readonly cache: Cache;
  /** The chain whose resolver is used. */
  readonly chainId: ChainId;
}

/** Resolves names: registered ones first, then those of ENS. */
export function profiles({ registry, rpc, cache, resolvers, ccipRead, chainId }: ProfilesOptions): Profiles {
  return {
    async of(name, gone) {
      const normal = name.includes('.') ? normalName(name) : undefined;
      if (normal === undefined) throw notFound('This is not a name such as somebody.eth');
      const registered = await registry.find(normal);
      if (registered !== undefined) return profileOf(registered);
      if (registry.owns(normal)) throw notFound('Nobody has this name');
      const resolver = resolvers[chainId];
      const look = async (): Promise<Profile | null> => {
        if (resolver === undefined) return null;
        return lookUp(ensReader(rpc, { chainId, resolver: getAddress(resolver), ccipRead }, gone), normal);
      };
      const options = { life: LIFE, retryGap: RETRY_GAP, gone, failure: FAILURE };
      const found = await cachedAnswer(cache, `profile:${chainId}:${normal}`, look, options);
      if (found === null) throw notFound('This name leads to no address');
      return found;
    },
  };
}

async function lookUp(ens: EnsReader, name: string): Promise<Profile | null> {
  const [evm, solana] = await Promise.all([ens.addressOf(name), ens.addressOf(name, SOLANA)]);
  const key = solana && hexToBytes(solana);
  const addresses = {
    ...(evm === undefined ? {} : { [EVM]: { address: evm } }),
    ...(key?.length === SOLANA_KEY ? { [String(SOLANA)]: { address: base58.encode(key) } } : {}),
  };
  return Object.keys(addresses).length === 0 ? null : { name, addresses };
}

function notFound(description: string): NameError {
  return new NameError(404, 'NAME_NOT_FOUND', description);
}
