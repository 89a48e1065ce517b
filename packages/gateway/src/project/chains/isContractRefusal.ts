import { RpcError } from '../../platform/jsonrpc/RpcError.js';

/** Error codes of reverts: EIP-1474's 3, Geth's and Nethermind's. */
const REFUSED_BY_CONTRACT = new Set([3, -32000, -32015]);

/** Whether a contract reverted: the chain responded, and this is the result. */
export function isContractRefusal(error: unknown): error is RpcError {
  return error instanceof RpcError && error.code === 'CALL_FAILED' && REFUSED_BY_CONTRACT.has(error.rpcCode);
}
