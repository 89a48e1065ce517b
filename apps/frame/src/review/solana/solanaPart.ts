import type { Change, Fact, Review } from '../model/Review.js';

/** What an instruction adds to its transaction's review. */
export function part(changes: readonly Change[], facts: readonly Fact[], more: Partial<Review> = {}): Review {
  return {
    risk: 'R2',
    action: { text: 'action.send' },
    changes,
    facts,
    warnings: [],
    blocks: [],
    raw: [],
    ...more,
  };
}
