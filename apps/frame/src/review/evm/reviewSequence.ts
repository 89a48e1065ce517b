import { joinCalls } from '../model/joinCalls.js';
import type { Review, ReviewContext } from '../model/Review.js';
import { reviewInOrder } from '../model/reviewInOrder.js';
import { shortageOf } from '../model/shortageOf.js';
import { feeFact, readBalance, readTransaction, reviewTransaction } from './reviewTransaction.js';

/** Reviews transactions that are sent one after another: each of them, and the fee of all. */
export async function reviewSequence(payloads: readonly string[], context: ReviewContext): Promise<Review> {
  const [balance, reviews] = await Promise.all([
    readBalance(context),
    reviewInOrder(payloads, context, reviewTransaction),
  ]);
  const transactions = payloads.map(readTransaction);
  const fee = transactions.reduce((sum, one) => sum + one.fee, 0n);
  const value = transactions.reduce((sum, one) => sum + one.value, 0n);
  const slots = { count: { number: String(payloads.length) } };
  const withoutFees = reviews.map(one => ({
    ...one,
    facts: one.facts.filter(fact => fact.label !== 'fact.fee'),
  }));
  return {
    ...joinCalls({ text: 'action.oneByOne', slots }, 'screen.oneByOne', withoutFees),
    shortage: shortageOf(value + fee, balance, 18, context.networkOf(context.chainId).coin),
    facts: [feeFact(fee, context)],
  };
}
