import { isRejection, type Reason } from './Reason.js';

/**
 * The error that a wallet answered a request with. As EIP-1193 has it: `code` is a number, 4001 when the visitor refused,
 * whatever number of WalletConnect's the wallet gave.
 */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError';
  readonly code: number;
  /** What the wallet said besides. */
  readonly data: unknown;

  constructor(reason: Reason, data?: unknown) {
    super(reason.message);
    this.code = isRejection(reason) ? 4001 : reason.code;
    this.data = data;
  }
}
