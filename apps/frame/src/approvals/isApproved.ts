import type { Review } from '../review/model/Review.js';
import type { Outcome } from './createApprovalPrompt.js';

/**
 * Whether an outcome approves the request. A blocked request has no Approve button; if one is approved all the same, nothing is
 * signed.
 */
export function isApproved(
  outcome: Outcome,
  { blocks, shortage }: Pick<Review, 'blocks' | 'shortage'>,
): outcome is Extract<Outcome, { readonly kind: 'approved' }> {
  return outcome.kind === 'approved' && blocks.length === 0 && shortage === undefined;
}
