import { base58 } from '@scure/base';
import type { ChainId, Profile } from 'latchkit/protocol';
import { getAddress, hexToBytes } from 'viem';
import { cachedAnswer } from '../../platform/http/cachedAnswer.js';
import type { Cache } from '../../platform/ports/Cache.js';
import type { RpcService } from '../chains/service.js';
import { type EnsReader, ensReader, normalName } from './ensReader.js';
import type { EnsOptions } from './identities.js';
import { NameNotFoundError } from './NameNotFoundError.js';

/** Milliseconds for which a result, or its absence, is cached, and between attempts after a failure. */
const LIFE = 300_000;
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
  readonly rpc: RpcService;
  readonly cache: Cache;
  /** The chain whose resolver is used. */
  readonly chainId: ChainId;
}

/** Resolves names with ENS. */
export function profiles({ rpc, cache, resolvers, ccipRead, chainId }: ProfilesOptions): Profiles {
  return {
    async of(name, gone) {
      const normal = name.includes('.') ? normalName(name) : undefined;
      if (normal === undefined) throw new NameNotFoundError('This is not a name such as somebody.eth');
      const resolver = resolvers[chainId];
      const look = async (): Promise<Profile | null> => {
        if (resolver === undefined) return null;
        return lookUp(ensReader(rpc, { chainId, resolver: getAddress(resolver), ccipRead }, gone), normal);
      };
      const options = { life: LIFE, retryGap: RETRY_GAP, gone, failure: FAILURE };
      const found = await cachedAnswer(cache, `profile:${chainId}:${normal}`, look, options);
      if (found === null) throw new NameNotFoundError('This name leads to no address');
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
