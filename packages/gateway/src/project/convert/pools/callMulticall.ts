import { decodeFunctionResult, encodeFunctionData, type Hex, isHex, parseAbi, toHex } from 'viem';
import type { RpcService } from '../../chains/service.js';

const multicall = parseAbi([
  'struct Call { address target; uint256 gasLimit; bytes callData; }',
  'struct Result { bool success; uint256 gasUsed; bytes returnData; }',
  'function multicall(Call[] calls) returns (uint256 blockNumber, Result[] returnData)',
]);

/** Maximum gas of one read; a quote over many ranges of prices needs most. */
const GAS_LIMIT = 5_000_000n;

/** A call of a contract in a batch. */
export interface BatchedCall {
  readonly target: Hex;
  readonly callData: Hex;
}

export interface BatchResult {
  /** The block whose state was read. */
  readonly block: bigint;
  /** In the order of the calls; undefined for one that failed. */
  readonly results: readonly (Hex | undefined)[];
}

/** Where a batch is read. */
export interface BatchPlace {
  readonly rpc: Pick<RpcService, 'call'>;
  readonly chainId: string;
  readonly multicall: Hex;
  readonly gone: AbortSignal;
}

/** Calls contracts in one `eth_call`. @param block - Default: the latest. @throws RpcError */
export async function callMulticall(
  { rpc, chainId, multicall: to, gone }: BatchPlace,
  calls: readonly BatchedCall[],
  block?: bigint,
): Promise<BatchResult> {
  const args = [calls.map(call => ({ ...call, gasLimit: GAS_LIMIT }))] as const;
  const data = encodeFunctionData({ abi: multicall, functionName: 'multicall', args });
  const at = block === undefined ? 'latest' : toHex(block);
  const answer = await rpc.call(chainId, 'eth_call', [{ to, data }, at], gone);
  if (!isHex(answer) || answer === '0x') throw new Error(`There is no multicall contract on ${chainId}`);
  const [read, results] = decodeFunctionResult({ abi: multicall, functionName: 'multicall', data: answer });
  return {
    block: read,
    results: results.map(({ success, returnData }) =>
      success && returnData !== '0x' ? returnData : undefined,
    ),
  };
}
