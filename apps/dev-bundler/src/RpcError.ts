/**
 * An error as a bundler returns it.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7769#error-codes
 */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;

  constructor(code: keyof typeof RPC_CODES, message: string) {
    super(message);
    this.code = RPC_CODES[code];
  }
}

/** Error codes of JSON-RPC 2.0 and of ERC-7769. */
export const RPC_CODES = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  rejected: -32_500,
  paymasterRejected: -32_501,
  expired: -32_503,
  invalidSignature: -32_507,
  reverted: -32_521,
} as const;
