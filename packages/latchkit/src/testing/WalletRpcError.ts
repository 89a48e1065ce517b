/**
 * A wallet's error as in EIP-1193 and EIP-1474. It is not a Latchkit error, because wallets don't depend on Latchkit.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1193#provider-errors
 */
export class WalletRpcError extends Error {
  override readonly name = 'ProviderRpcError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Creates the error of a refusal by the visitor. */
export function userRejected(): WalletRpcError {
  return new WalletRpcError(4001, 'User rejected the request.');
}
