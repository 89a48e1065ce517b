import { allowance, timeOf } from '../model/allowance.js';
import { type Fact, joinReviews, type Review, type ReviewContext } from '../model/Review.js';
import type { Values } from './readTypedData.js';

/** Uniswap's Permit2, deployed at the same address on every network. */
export const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3';

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
  return joined(
    listOf(details).map(({ token, amount, expiration }) =>
      allowance(
        {
          token: String(token),
          spender: String(spender),
          amount: BigInt(String(amount)),
          until: timeOf(expiration),
        },
        context,
      ),
    ),
  );
}

function transfers(
  { permitted, spender, deadline }: Values,
  context: ReviewContext,
): Promise<Review | undefined> {
  return joined(
    listOf(permitted).map(({ token, amount }) =>
      allowance(
        {
          token: String(token),
          spender: String(spender),
          amount: BigInt(String(amount)),
          until: timeOf(deadline),
          once: true,
        },
        context,
      ),
    ),
  );
}

async function joined(reviews: readonly Promise<Review>[]): Promise<Review | undefined> {
  const all = await Promise.all(reviews);
  const [first] = all;
  if (first === undefined) return undefined;
  const review = joinReviews(first.action, all);
  return { ...review, facts: withoutDoubles(review.facts) };
}

/** Removes duplicates: the permits of one batch share spender and expiry. */
function withoutDoubles(facts: readonly Fact[]): readonly Fact[] {
  return [...new Map(facts.map(fact => [JSON.stringify(fact), fact])).values()];
}
