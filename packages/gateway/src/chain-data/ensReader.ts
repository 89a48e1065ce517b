import { BaseError, createClient, custom, type Hex, RpcRequestError } from 'viem';
import { getEnsAddress, getEnsName, getEnsText } from 'viem/actions';
import { normalize } from 'viem/ens';
import { isContractRefusal } from '../rpc/isContractRefusal.js';
import type { RpcService } from '../rpc/service.js';
import type { CcipRequest } from './ccipRequest.js';

const MAX_NAME = 255;

/** Milliseconds for all that one answer takes, servers outside of the chain included. */
const TIMEOUT = 15_000;

/** Calls of the chain for one answer. A contract may send a reader from one server to the next without end. */
const MAX_CALLS = 16;

/** Where the names of a chain are looked up. */
export interface EnsPlace {
  /** CAIP-2 id of the chain of the resolver. */
  readonly chainId: string;
  /** Address of ENS's universal resolver. */
  readonly resolver: Hex;
  /** Asks the servers that contracts name; undefined: names that need one are not found. */
  readonly ccipRead: CcipRequest | undefined;
}

/** Looks names up in ENS, for one answer. What a contract refuses to tell, or tells in a form of its own, is not there. */
export interface EnsReader {
  /**
   * The primary name of an account (ENSIP-19), which leads back to it. `coinType` is that of its chain (ENSIP-11).
   *
   * @throws RpcError when the chain cannot be asked.
   */
  nameOf(address: Hex, coinType: bigint): Promise<string | undefined>;
  /** The address of a coin (SLIP-44) in the binary form of its chain; by default that of Ethereum. */
  addressOf(name: string, coinType?: bigint): Promise<Hex | undefined>;
  textOf(name: string, key: string): Promise<string | undefined>;
}

export function ensReader(rpc: RpcService, place: EnsPlace, gone: AbortSignal): EnsReader {
  const { chainId, ccipRead } = place;
  const universalResolverAddress = place.resolver;
  const stopped = AbortSignal.any([gone, AbortSignal.timeout(TIMEOUT)]);
  let calls = 0;
  let away: unknown;
  const request = async ({ method, params }: { method: string; params?: readonly unknown[] }) => {
    calls += 1;
    if (calls > MAX_CALLS) throw refused(method, undefined);
    try {
      return await rpc.call(chainId, method, params ?? [], stopped);
    } catch (error) {
      if (isContractRefusal(error)) throw refused(method, error.revertData);
      away ??= error;
      throw error;
    }
  };
  const client = createClient({
    ccipRead: ccipRead === undefined ? false : { request: asked => ccipRead(asked, stopped) },
    transport: custom({ request }, { retryCount: 0 }),
  });
  const found = async <Value>(look: Promise<Value | null>): Promise<Value | undefined> => {
    try {
      return (await look) ?? undefined;
    } catch (error) {
      if (away !== undefined) throw away;
      if (error instanceof BaseError) return undefined;
      throw error;
    }
  };
  return {
    nameOf: (address, coinType) => found(getEnsName(client, { address, coinType, universalResolverAddress })),
    addressOf: (name, coinType) => found(getEnsAddress(client, { name, coinType, universalResolverAddress })),
    textOf: (name, key) => found(getEnsText(client, { name, key, universalResolverAddress })),
  };
}

/** A contract's refusal with the one code by which viem knows it, whatever the node's is. */
function refused(method: string, data: Hex | undefined): RpcRequestError {
  return new RpcRequestError({
    body: { method },
    error: { code: 3, message: 'execution reverted', ...(data === undefined ? {} : { data }) },
    url: '',
  });
}

/** The name in its normal form (ENSIP-15); undefined if it is invalid. */
export function normalName(name: string): string | undefined {
  try {
    const normal = name.length <= MAX_NAME ? normalize(name) : '';
    return normal === '' || normal.length > MAX_NAME ? undefined : normal;
  } catch {
    return undefined;
  }
}
