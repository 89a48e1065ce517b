/** JSON-RPC 2.0 error codes; -32000 and below are reserved for servers (EIP-1474 defines some). */
export const RPC_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  invalidParams: -32602,
  methodNotSupported: -32004,
  limitExceeded: -32005,
  serverError: -32000,
} as const;

/** A call without its id, so that identical calls can share one request. */
export interface RawCall {
  readonly method: string;
  /** JSON text as in the request. */
  readonly params: string | undefined;
}

/** A node's result or error of one call, as JSON text. */
export interface RawAnswer {
  readonly kind: 'result' | 'error';
  readonly raw: string;
  /** JSON-RPC code, if it is an error. */
  readonly code: number | undefined;
}
