/** JSON-RPC 2.0 error codes; -32000 and below are reserved for servers (EIP-1474 defines some). */
export const RPC_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  invalidParams: -32602,
  methodNotSupported: -32004,
  limitExceeded: -32005,
  serverError: -32000,
} as const;
