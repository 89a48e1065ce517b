import { RpcError } from './RpcError.js';

/** Codes with which nodes say that a contract refused: EIP-1474's 3, Geth's, Nethermind's. */
const REFUSED_BY_CONTRACT = new Set([3, -32000, -32015]);

/** Whether a contract refused the call: the chain could be asked, and this is its answer. */
export function isContractRefusal(error: unknown): error is RpcError {
  return error instanceof RpcError && error.code === 'CALL_FAILED' && REFUSED_BY_CONTRACT.has(error.rpcCode);
}
