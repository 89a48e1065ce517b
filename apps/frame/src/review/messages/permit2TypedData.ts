import { type Allowance, allowance, PERMIT2, timeOf } from '../model/allowance.js';
import { type Fact, joinReviews, type Review, type ReviewContext } from '../model/Review.js';
import { reviewInOrder } from '../model/reviewInOrder.js';
import type { Values } from './readTypedData.js';

type Reader = (message: Values, context: ReviewContext) => Promise<Review | undefined>;

const ONE = 'TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline';
const MANY = 'TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline';

/**
 * Reviews typed data of Permit2; undefined if it is of no known kind.
 *
 * @param shape - The primary type in EIP-712 encoding, without its referenced types.
 */
export async function permit2TypedData(
  shape: string,
  message: Values,
  context: ReviewContext,
): Promise<Review | undefined> {
  const read = KINDS.get(shape);
  if (read !== undefined) return read(message, context);
  // With a witness, the spender's contract acts on the witness, usually an exchange order.
  const isWitness =
    shape.startsWith(`PermitWitnessTransferFrom(${ONE},`) ||
    shape.startsWith(`PermitBatchWitnessTransferFrom(${MANY},`);
  const review = isWitness ? await transfers(message, context) : undefined;
  if (review === undefined) return undefined;
  return { ...review, risk: 'R3', warnings: [...review.warnings, { text: 'warning.unknownTypedData' }] };
}

const KINDS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)', permits],
  ['PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)', permits],
  [`PermitTransferFrom(${ONE})`, transfers],
  [`PermitBatchTransferFrom(${MANY})`, transfers],
]);

const listOf = (one: unknown) => (Array.isArray(one) ? one : [one]) as readonly Values[];

function permits({ details, spender }: Values, context: ReviewContext): Promise<Review | undefined> {
  const all = listOf(details).map(
    ({ token, amount, expiration }): Allowance => ({
      token: String(token),
      spender: String(spender),
      amount: BigInt(String(amount)),
      until: timeOf(expiration),
      keeper: PERMIT2,
    }),
  );
  return joined(all, context);
}

function transfers(
  { permitted, spender, deadline }: Values,
  context: ReviewContext,
): Promise<Review | undefined> {
  const all = listOf(permitted).map(
    ({ token, amount }): Allowance => ({
      token: String(token),
      spender: String(spender),
      amount: BigInt(String(amount)),
      until: timeOf(deadline),
      once: true,
    }),
  );
  return joined(all, context);
}

async function joined(parts: readonly Allowance[], context: ReviewContext): Promise<Review | undefined> {
  const all = await reviewInOrder(parts, context, allowance);
  const [first] = all;
  if (first === undefined) return undefined;
  const review = joinReviews(first.action, all);
  return { ...review, facts: withoutDoubles(review.facts) };
}

/** Removes duplicates: the permits of one batch share spender and expiry. */
function withoutDoubles(facts: readonly Fact[]): readonly Fact[] {
  return [...new Map(facts.map(fact => [JSON.stringify(fact), fact])).values()];
}
