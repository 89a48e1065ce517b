import { BaseError, type BaseErrorOptions } from '../../protocol/BaseError.js';

/** The messages of errors of swaps for developers; the user interface has its own texts. */
const MESSAGES = {
  GAS_PRICE_UNSUPPORTED_CHAIN: 'Network not supported for Gas Price',
  SWAP_ACCOUNT_CHANGED: 'The account or the network was changed, so the swap was not sent',
  SWAP_APPROVAL_FAILED: 'The token was not approved',
  SWAP_DISCONNECTED: 'The wallet was disconnected, so the swap was not sent',
  SWAP_INCOMPLETE: 'Two different tokens and an amount are required',
  SWAP_PENDING: 'Another swap of this account is in progress',
  SWAP_PRICE_CHANGED: 'The price has changed',
  SWAP_ROUTE_NOT_FOUND: 'No pool exchanges these tokens',
  SWAP_UNSUPPORTED_CHAIN: 'Network not supported for Swaps',
  SWAP_WOULD_FAIL: 'The network would refuse this swap',
  TOKEN_NOT_FOUND: 'There is no token at this address',
} as const;

export type SwapErrorCode = keyof typeof MESSAGES;

/** Creates an error of a swap. `reason`: the chain's own, added to the message. */
export function swapError(code: SwapErrorCode, options: BaseErrorOptions = {}, reason?: string): BaseError {
  const message = reason === undefined ? MESSAGES[code] : `${MESSAGES[code]}: ${reason}`;
  const context = reason === undefined ? options.context : { ...options.context, reason };
  return new BaseError(code, message, { ...options, ...(context && { context }) });
}
