/**
 * An error as a Solana RPC node returns it.
 *
 * @see https://solana.com/docs/rpc
 */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Error codes of JSON-RPC 2.0 and of Solana nodes. */
export const RPC_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  preflightFailure: -32002,
  signatureVerification: -32003,
  unsupportedTransactionVersion: -32015,
  minContextSlotNotReached: -32016,
} as const;

/**
 * The error for a transaction of a newer version than the caller reads.
 *
 * @see https://github.com/anza-xyz/agave/blob/master/rpc-client-api/src/custom_error.rs (as of 28 November 2026)
 */
export function unsupportedVersion(version: number): RpcError {
  return new RpcError(
    RPC_CODES.unsupportedTransactionVersion,
    `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
  );
}

/** @returns the error for invalid parameters. */
export function invalidParams(reason: string): RpcError {
  return new RpcError(RPC_CODES.invalidParams, `Invalid params: ${reason}.`);
}
