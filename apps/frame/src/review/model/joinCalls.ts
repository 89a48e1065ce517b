import type { Line } from '../../texts/createTexts.js';
import { joinReviews, type Review } from './Review.js';

/**
 * Combines the reviews of several calls into that of one request: what belongs to one call is in its entry.
 *
 * @param order - Whether all of them land or none, or each on its own.
 */
export function joinCalls(
  action: Line,
  order: 'screen.allOrNone' | 'screen.oneByOne',
  reviews: readonly Review[],
): Review {
  return {
    ...joinReviews(action, reviews),
    labels: { approve: 'screen.approveAll', reject: 'screen.rejectAll' },
    facts: [],
    calls: {
      order,
      list: reviews.map(one => ({ action: one.action, changes: one.changes, facts: one.facts })),
    },
  };
}
