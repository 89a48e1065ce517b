import type { Review } from '../decode/Review.js';
import type { Outcome } from './createTalk.js';

/** Whether an outcome approves what was read. A blocked request has no button for it: what gets past that signs nothing. */
export function isApproved(
  outcome: Outcome,
  { blocks, shortage }: Pick<Review, 'blocks' | 'shortage'>,
): outcome is Extract<Outcome, { readonly kind: 'approved' }> {
  return outcome.kind === 'approved' && blocks.length === 0 && shortage === undefined;
}
