import {
  type Abi,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  isHex,
  parseAbi,
  zeroAddress,
} from 'viem';
import { normalize } from 'viem/ens';
import type { RpcService } from '../rpc/service.js';

const abi = parseAbi([
  'function resolver(bytes32 node) view returns (address)',
  'function name(bytes32 node) view returns (string)',
  'function addr(bytes32 node) view returns (address)',
  'function text(bytes32 node, string key) view returns (string)',
]);

/** Addresses of other chains (ENSIP-9). */
const coinAbi = parseAbi(['function addr(bytes32 node, uint256 coinType) view returns (bytes)']);

const MAX_NAME = 255;

type EnsFunction = 'resolver' | 'name' | 'addr' | 'text';

/** Reads the contracts of ENS. A contract that does not know a function, or answers nonsense, has no answer. */
export interface EnsReader {
  /** @throws RpcError when the chain cannot be asked. */
  read(to: string, functionName: EnsFunction, args: readonly unknown[]): Promise<string | undefined>;
  /** The contract that knows a name; undefined where the registry names none. */
  resolverOf(node: Hex): Promise<string | undefined>;
  /** The address of a coin (SLIP-44), in the binary form of its chain. */
  coinAddress(resolver: string, node: Hex, coinType: number): Promise<Hex | undefined>;
}

export function ensReader(rpc: RpcService, chainId: string, registry: string, gone: AbortSignal): EnsReader {
  const call = async (to: string, ofAbi: Abi, functionName: string, args: readonly unknown[]) => {
    const data = encodeFunctionData({ abi: ofAbi, functionName, args });
    const result = await rpc.call(chainId, 'eth_call', [{ to, data }, 'latest'], gone).catch(revertedAsEmpty);
    return isHex(result) && result.length > 2 ? decoded(ofAbi, functionName, result) : undefined;
  };
  const read: EnsReader['read'] = (to, functionName, args) => call(to, abi as Abi, functionName, args);
  return {
    read,
    async resolverOf(node) {
      const found = await read(registry, 'resolver', [node]);
      return found === undefined || found === zeroAddress ? undefined : found;
    },
    async coinAddress(resolver, node, coinType) {
      const found = await call(resolver, coinAbi as Abi, 'addr', [node, BigInt(coinType)]);
      return isHex(found) && found.length > 2 ? found : undefined;
    },
  };
}

/** The name in its normal form (ENSIP-15); undefined for what is none. */
export function normalName(name: string): string | undefined {
  try {
    const normal = name.length <= MAX_NAME ? normalize(name) : '';
    return normal === '' || normal.length > MAX_NAME ? undefined : normal;
  } catch {
    return undefined;
  }
}

function decoded(ofAbi: Abi, functionName: string, data: Hex): string | undefined {
  try {
    const value = decodeFunctionResult({ abi: ofAbi, functionName, data });
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A contract that does not know a function refuses the call: it has no answer. */
function revertedAsEmpty(error: unknown): undefined {
  const { code, rpcCode } = error as { code?: unknown; rpcCode?: unknown };
  if (code === 'CALL_FAILED' && (rpcCode === 3 || rpcCode === -32000)) return undefined;
  throw error;
}
