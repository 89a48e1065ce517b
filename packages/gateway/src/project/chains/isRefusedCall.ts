import { RPC_CODES } from '../../platform/jsonrpc/jsonRpc.js';
import { RpcError } from '../../platform/jsonrpc/RpcError.js';

/** Whether the nodes refused one call only: someone who can bring that about must hold up nothing else. */
export function isRefusedCall(error: unknown): boolean {
  return (
    error instanceof RpcError && error.code === 'CALL_FAILED' && error.rpcCode !== RPC_CODES.limitExceeded
  );
}
