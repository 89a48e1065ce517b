import {
  type AccountCall,
  checksumAddress,
  countSessionSetup,
  gasLimitOf,
  operationFeeProblem,
  type RegisteredFunctions,
  readAccountCalls,
  type SignableOperation,
  signableOperation,
} from 'latchkit/protocol';
import type { Line } from '../../texts/createTexts.js';
import { joinCalls } from '../model/joinCalls.js';
import type { Fact, Review, ReviewContext } from '../model/Review.js';
import { reviewInOrder } from '../model/reviewInOrder.js';
import { shortageOf } from '../model/shortageOf.js';
import { reviewCall } from './reviewCall.js';
import { grantsIn, isRevocation, reviewPermissions, reviewRevocation } from './reviewPermission.js';
import { feeFact, readBalance } from './reviewTransaction.js';

/**
 * Reviews a user operation: each of its calls, and the fee unless a paymaster pays it.
 *
 * @throws TypeError if it is not one whose calls can be read.
 */
export async function reviewUserOperation(payload: string, context: ReviewContext): Promise<Review> {
  const { operation, isSponsored = false, registered } = signableOperation.parse(JSON.parse(payload));
  const calls = readAccountCalls(operation.callData);
  if (!calls) throw new TypeError('The calls cannot be read');
  const [balance, review] = await Promise.all([
    readBalance(context),
    reviewCalls(calls, registered, context),
  ]);
  const most = gasLimitOf(operation) * BigInt(operation.maxFeePerGas);
  const payment = feeFacts(operation, { isSponsored, most }, context);
  const value = calls.reduce((sum, call) => sum + call.value, 0n);
  const { coin, name } = context.networkOf(context.chainId);
  const setUp: Fact = { label: 'fact.setUp', value: { text: 'value.setUp', slots: { network: name } } };
  return {
    ...review,
    shortage: shortageOf(value + payment.fee, balance, 18, coin),
    facts: [...review.facts, ...(operation.factory ? [setUp] : []), ...payment.facts],
    warnings: [...review.warnings, ...payment.warnings],
    raw: [...review.raw, { label: 'raw.payload', text: payload }],
  };
}

/**
 * Who pays the fee. That an operation names a paymaster does not say that nothing is paid: only the project's pays for nothing in return,
 * and the zero address is nobody.
 */
function feeFacts(
  { sender, paymaster, ...fields }: SignableOperation['operation'],
  { isSponsored, most }: { readonly isSponsored: boolean; readonly most: bigint },
  context: ReviewContext,
): { readonly fee: bigint; readonly facts: readonly Fact[]; readonly warnings: readonly Line[] } {
  const isNobody = !paymaster || operationFeeProblem({ sender, paymaster, ...fields }) === 'PAYMASTER';
  if (isNobody) return { fee: most, facts: [feeFact(most, context)], warnings: [] };
  if (isSponsored) {
    return { fee: 0n, facts: [{ label: 'fact.fee', value: { text: 'value.sponsored' } }], warnings: [] };
  }
  const payer: Fact = { label: 'fact.paymaster', value: { address: checksumAddress(paymaster) } };
  return { fee: 0n, facts: [feeFact(most, context), payer], warnings: [{ text: 'warning.paymaster' }] };
}

async function reviewCalls(
  calls: readonly AccountCall[],
  registered: RegisteredFunctions | undefined,
  context: ReviewContext,
): Promise<Review> {
  if (isRevocation(calls)) return reviewRevocation();
  const setup = countSessionSetup(calls, context.account);
  const grants = grantsIn(calls.slice(setup), registered?.cosigner);
  if (grants.length > 0) return reviewPermissions(grants, { isFirst: setup > 0, registered }, context);
  const reviews = await reviewInOrder(calls, context, reviewCall);
  const [first] = reviews;
  if (reviews.length === 1 && first !== undefined) return first;
  const slots = { count: { number: String(reviews.length) } };
  return joinCalls({ text: 'action.calls', slots }, 'screen.allOrNone', reviews);
}
