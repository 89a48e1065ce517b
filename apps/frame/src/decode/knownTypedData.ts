import { allowance } from './allowance.js';
import { type Fact, joinReviews, type Review } from './Review.js';
import type { ReviewContext } from './ReviewContext.js';
import type { TypedData } from './readTypedData.js';

/** Uniswap's Permit2, at the same address on every network. */
export const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3';

type Values = Readonly<Record<string, unknown>>;
type Reader = (message: Values, token: string, context: ReviewContext) => Promise<Review | undefined>;

/** What typed data does that gives others access to tokens; undefined: it is of no kind that is known. */
export async function knownTypedData(typed: TypedData, context: ReviewContext): Promise<Review | undefined> {
  const contract = typed.domain.verifyingContract;
  if (typeof contract !== 'string') return undefined;
  const readers = contract.toLowerCase() === PERMIT2 ? PERMIT2_KINDS : TOKEN_KINDS;
  const read = readers.get(shapeOf(typed));
  return read?.(typed.message, contract, context);
}

/** The signed type as EIP-712 writes it, without those that it is made of: a name alone says nothing. */
function shapeOf({ types, primaryType }: TypedData): string {
  const members = (types[primaryType] ?? []).map(({ name, type }) => `${type} ${name}`);
  return `${primaryType}(${members.join(',')})`;
}

const TOKEN_KINDS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  // EIP-2612
  [
    'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
    ({ owner, spender, value, deadline }, token, context) =>
      ownedBy(owner, context, () =>
        allowance(
          {
            token,
            spender: String(spender),
            amount: BigInt(String(value)),
            bits: 256,
            until: timeOf(deadline),
          },
          context,
        ),
      ),
  ],
  // DAI
  [
    'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
    ({ holder, spender, expiry, allowed }, token, context) =>
      ownedBy(holder, context, () =>
        allowance(
          {
            token,
            spender: String(spender),
            amount: allowed === true ? 2n ** 256n - 1n : 0n,
            bits: 256,
            until: timeOf(expiry),
          },
          context,
        ),
      ),
  ],
]);

const PERMIT2_KINDS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  [
    'PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)',
    ({ details, spender }, _, context) => permits([details], String(spender), context),
  ],
  [
    'PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)',
    ({ details, spender }, _, context) => permits(details as readonly unknown[], String(spender), context),
  ],
  [
    'PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)',
    ({ permitted, spender, deadline }, _, context) =>
      transfers([permitted], String(spender), deadline, context),
  ],
  [
    'PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)',
    ({ permitted, spender, deadline }, _, context) =>
      transfers(permitted as readonly unknown[], String(spender), deadline, context),
  ],
]);

/** A permit for what is somebody else's is of no kind that makes sense here. */
async function ownedBy(
  owner: unknown,
  { account }: ReviewContext,
  review: () => Promise<Review>,
): Promise<Review | undefined> {
  return String(owner).toLowerCase() === account.toLowerCase() ? review() : undefined;
}

function permits(details: readonly unknown[], spender: string, context: ReviewContext) {
  return joined(
    details.map(one => {
      const { token, amount, expiration } = one as Values;
      return allowance(
        {
          token: String(token),
          spender,
          amount: BigInt(String(amount)),
          bits: 160,
          until: timeOf(expiration),
        },
        context,
      );
    }),
  );
}

function transfers(
  permitted: readonly unknown[],
  spender: string,
  deadline: unknown,
  context: ReviewContext,
): Promise<Review | undefined> {
  return joined(
    permitted.map(one => {
      const { token, amount } = one as Values;
      return allowance(
        {
          token: String(token),
          spender,
          amount: BigInt(String(amount)),
          bits: 256,
          until: timeOf(deadline),
          once: true,
        },
        context,
      );
    }),
  );
}

async function joined(reviews: readonly Promise<Review>[]): Promise<Review | undefined> {
  const all = await Promise.all(reviews);
  const [first] = all;
  if (first === undefined) return undefined;
  const review = joinReviews(first.action, all);
  return { ...review, facts: withoutDoubles(review.facts) };
}

/** Two permits of one batch have the same spender and end. */
function withoutDoubles(facts: readonly Fact[]): readonly Fact[] {
  return [...new Map(facts.map(fact => [JSON.stringify(fact), fact])).values()];
}

/** Seconds since 1970 as the time that they are; one beyond all calendars is none. */
function timeOf(seconds: unknown): Date | undefined {
  const time = Number(String(seconds)) * 1_000;
  return Number.isFinite(time) && time < 8e15 ? new Date(time) : undefined;
}
