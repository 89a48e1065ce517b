import type { BaseErrorOptions, RpcCall } from 'latchkit/protocol';
import type { Hex } from 'viem';
import { type ErrorStatus, HttpError } from '../http/HttpError.js';
import { RPC_CODES } from './jsonRpc.js';

/** A call that the chain endpoint rejects, or that the node did not answer. */
export class RpcError extends HttpError {
  /** JSON-RPC error code. */
  readonly rpcCode: number;
  /** Id of the call; null for a batch and for an unreadable call. */
  callId: RpcCall['id'] = null;
  /** The contract's revert data; undefined if no contract reverted or the node doesn't report it. */
  revertData: Hex | undefined;
  /** Seconds after which a node that limits its rate wants to be asked again; undefined: it named none. */
  retryAfter: number | undefined;
  /** What the node said about a call that it rejected; undefined for other errors. */
  reason: string | undefined;

  constructor(
    status: ErrorStatus,
    rpcCode: number,
    code: string,
    message: string,
    cause?: unknown,
    context?: BaseErrorOptions['context'],
  ) {
    super(status, code, message, {
      ...(cause === undefined ? {} : { cause }),
      ...(context === undefined ? {} : { context }),
    });
    this.rpcCode = rpcCode;
  }
}

/**
 * The body of the chain endpoint's error responses: `{ jsonrpc, id, error: { code, message, data: { code } } }`, with the
 * gateway's stable code in `data`.
 */
export function rpcErrorBody(error: HttpError) {
  const { code, message } = error;
  const id = error instanceof RpcError ? error.callId : null;
  return { jsonrpc: '2.0', id, error: { code: rpcCodeOf(error), message, data: { code } } };
}

/** The JSON-RPC code of an error of the gateway. */
function rpcCodeOf(error: HttpError): number {
  if (error instanceof RpcError) return error.rpcCode;
  if (error.status === 429 || error.status === 413) return RPC_CODES.limitExceeded;
  return error.status < 500 ? RPC_CODES.invalidRequest : RPC_CODES.serverError;
}
