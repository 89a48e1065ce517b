import type { BaseError } from '../../core/index.js';
import type { Text } from '../runtime/createText.js';

type OperationText = Extract<Parameters<Text['t']>[0], `operation.${string}`>;

/** By the reason of OPERATION_REFUSED: nothing was sent. */
const REFUSED: ReadonlyMap<string, OperationText> = new Map([
  ['account', 'operation.account'],
  ['expired', 'operation.expired'],
  ['funds', 'operation.funds'],
  ['gas', 'operation.gas'],
  ['nonce', 'operation.nonce'],
  ['paymaster', 'operation.paymaster'],
]);

/** By the reason of OPERATION_FAILED: of what reached the chain, only the fee was charged. */
const FAILED: ReadonlyMap<string, OperationText> = new Map([
  ['expired', 'operation.expired'],
  ['gas', 'operation.ranOut'],
  ['nonce', 'operation.nonce'],
  ['reverted', 'operation.reverted'],
]);

/** What to tell of a transaction of a smart account that its network refused, or that failed there. */
export interface OperationFailure {
  /** What happened, and what to do. */
  readonly text: OperationText;
  /** Whether it reached the chain, so that a fee was charged. */
  readonly isSent: boolean;
}

/**
 * Reads why a transaction of a smart account failed; undefined for any other error.
 *
 * @param error - Of the action. What the wallet said is its cause.
 */
export function operationFailure(error: BaseError | undefined): OperationFailure | undefined {
  const { code, reason } = dataOf(error?.cause);
  const why = String(reason);
  if (code === 'OPERATION_REFUSED') return { text: REFUSED.get(why) ?? 'operation.refused', isSent: false };
  if (code !== 'OPERATION_FAILED') return undefined;
  return { text: FAILED.get(why) ?? 'operation.unclear', isSent: why !== 'expired' && why !== 'nonce' };
}

/** The stable code and reason of the embedded wallet's provider. */
function dataOf(cause: unknown): { readonly code?: unknown; readonly reason?: unknown } {
  const data = typeof cause === 'object' && cause !== null && 'data' in cause ? cause.data : undefined;
  return typeof data === 'object' && data !== null ? data : {};
}
