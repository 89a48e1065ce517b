import { isRejection, type Reason } from './Reason.js';

/**
 * The error of a request that a wallet refused. As in EIP-1193, `code` is a number: 4001 if the visitor refused, whatever
 * WalletConnect code the wallet sent.
 */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError';
  readonly code: number;
  /** Further data from the wallet. */
  readonly data: unknown;

  constructor(reason: Reason, data?: unknown) {
    super(reason.message);
    this.code = isRejection(reason) ? 4001 : reason.code;
    this.data = data;
  }
}
