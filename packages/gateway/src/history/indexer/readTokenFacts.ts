import { decodeFunctionResult, encodeFunctionData, isHex, parseAbi } from 'viem';
import type { RpcService } from '../../rpc/service.js';

const abi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
]);

const MAX_TEXT = 100;

/** What a contract says of itself; null where it says nothing that can be read. */
export interface StoredFacts {
  readonly name: string | null;
  readonly symbol: string | null;
  readonly decimals: number | null;
}

/**
 * Asks a token's contract for its name, symbol and decimals.
 *
 * @throws RpcError when the chain cannot be asked.
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

/** Whatever a contract says: no control characters, which no database and no page wants, and no novels. */
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
