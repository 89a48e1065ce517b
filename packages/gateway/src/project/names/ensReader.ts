import { BaseError, createClient, custom, type Hex, RpcRequestError } from 'viem';
import { getEnsAddress, getEnsName, getEnsText } from 'viem/actions';
import { isContractRefusal } from '../chains/isContractRefusal.js';
import type { RpcService } from '../chains/service.js';
import type { CcipRequest } from './ccipRequest.js';

/** Time limit of one lookup, CCIP-Read servers included, in milliseconds. */
const TIMEOUT = 15_000;

/** Maximum number of chain calls for one lookup: a contract may redirect from server to server without end. */
const MAX_CALLS = 16;

/** The resolver for the names of a chain. */
export interface EnsPlace {
  /** CAIP-2 id of the chain of the resolver. */
  readonly chainId: string;
  /** Address of the ENS universal resolver. */
  readonly resolver: Hex;
  /** Sends requests to CCIP-Read servers; undefined: names that need one are not found. */
  readonly ccipRead: CcipRequest | undefined;
}

/** Reads ENS for one lookup. A reverting contract, or a malformed result, counts as not found. */
export interface EnsReader {
  /**
   * Returns the verified primary name of an account (ENSIP-19). `coinType` is that of its chain (ENSIP-11).
   *
   * @throws RpcError when the chain is unreachable.
   */
  nameOf(address: Hex, coinType: bigint): Promise<string | undefined>;
  /** Returns a name's address for a coin (SLIP-44) in the chain's binary form; default: Ethereum's. */
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

/** A revert with the one error code that viem recognises, regardless of the node's code. */
function refused(method: string, data: Hex | undefined): RpcRequestError {
  return new RpcRequestError({
    body: { method },
    error: { code: 3, message: 'execution reverted', ...(data === undefined ? {} : { data }) },
    url: '',
  });
}
