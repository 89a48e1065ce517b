import { decodeFunctionResult, encodeFunctionData, isHex, parseAbi } from 'viem';
import type { RpcService } from '../../../chains/service.js';

const abi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
]);

const MAX_TEXT = 100;

/** Metadata of a token contract; null for values that cannot be read. */
export interface StoredFacts {
  readonly name: string | null;
  readonly symbol: string | null;
  readonly decimals: number | null;
}

/**
 * Reads the name, symbol and decimals of a token contract.
 *
 * @throws RpcError when the chain is unreachable.
 */
export async function readTokenFacts(
  rpc: RpcService,
  chainId: string,
  address: string,
  stopped: AbortSignal,
): Promise<StoredFacts> {
  const read = async (functionName: 'name' | 'symbol' | 'decimals') => {
    const data = encodeFunctionData({ abi, functionName });
    const result = await rpc
      .call(chainId, 'eth_call', [{ to: address, data }, 'latest'], stopped)
      .catch(refusedAsEmpty);
    try {
      return isHex(result) ? decodeFunctionResult({ abi, functionName, data: result }) : undefined;
    } catch {
      return undefined;
    }
  };
  const [name, symbol, decimals] = await Promise.all([read('name'), read('symbol'), read('decimals')]);
  return {
    name: text(name),
    symbol: text(symbol),
    decimals: typeof decimals === 'number' ? decimals : null,
  };
}

/** Cleans a contract's text: removes control characters, and truncates it. */
function text(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const clean = [...value.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim()].slice(0, MAX_TEXT).join('');
  return clean === '' ? null : clean;
}

function refusedAsEmpty(error: unknown): undefined {
  const { code } = error as { code?: unknown };
  if (code === 'CALL_FAILED') return undefined;
  throw error;
}
