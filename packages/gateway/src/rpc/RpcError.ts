import type { RpcCall } from 'latchkit/protocol';
import type { Hex } from 'viem';
import { type ErrorStatus, GatewayError } from '../http/GatewayError.js';
import { RPC_CODES } from './jsonRpc.js';

/** A call that the chain endpoint refuses, or that its upstream did not answer. */
export class RpcError extends GatewayError {
  /** Code of the JSON-RPC error. */
  readonly rpcCode: number;
  /** Id of the call, where there was one readable call and no batch. */
  callId: RpcCall['id'] = null;
  /** What a contract gave with its refusal; undefined if no contract refused, or the node does not say. */
  revertData: Hex | undefined;

  constructor(status: ErrorStatus, rpcCode: number, code: string, message: string, cause?: unknown) {
    super(status, code, message, cause === undefined ? {} : { cause });
    this.rpcCode = rpcCode;
  }
}

/**
 * The body of every error answer of the chain endpoint: `{ jsonrpc, id, error: { code, message, data: { code } } }`; the
 * stable code of ours is in `data`.
 */
export function rpcErrorBody(error: GatewayError) {
  const { code, message } = error;
  const id = error instanceof RpcError ? error.callId : null;
  return { jsonrpc: '2.0', id, error: { code: rpcCodeOf(error), message, data: { code } } };
}

/** The JSON-RPC code of any refusal of the gateway. */
function rpcCodeOf(error: GatewayError): number {
  if (error instanceof RpcError) return error.rpcCode;
  if (error.status === 429 || error.status === 413) return RPC_CODES.limitExceeded;
  return error.status < 500 ? RPC_CODES.invalidRequest : RPC_CODES.serverError;
}
