import type { Review, ReviewContext } from './Review.js';

/** What the parts of one request do to the access of others, since each alone is reviewed with the chain's state before all of them. */
export interface RequestAccess {
  /** Tokens and spenders to which any part gives access, also a later one; {@link UNREAD} for a part that may give any. */
  readonly given: Set<string>;
  /** What each spender may take after the parts so far, by the contract that keeps it. */
  readonly amounts: Map<
    string,
    { readonly token: string; readonly spender: string; readonly amount: bigint }
  >;
}

const UNREAD = '*';

const keyOf = (...addresses: readonly string[]) => addresses.join(' ').toLowerCase();

/** Remembers that a part of the request gives access. */
export function giveAccess(token: string, spender: string, { access }: ReviewContext): void {
  access?.given.add(keyOf(token, spender));
}

/** Remembers that a part of the request may give access to anything. */
export function giveUnread({ access }: ReviewContext): void {
  access?.given.add(UNREAD);
}

/** Whether a part of the request cannot be read. */
export const isUnread = ({ access }: ReviewContext): boolean => access?.given.has(UNREAD) ?? false;

/** Whether any part of the request gives a spender access to a token. */
export const isGiven = (token: string, spender: string, { access }: ReviewContext): boolean =>
  access?.given.has(keyOf(token, spender)) ?? false;

interface Spender {
  readonly token: string;
  readonly spender: string;
  /** The contract that keeps the allowance. Default: the token. */
  readonly keeper?: string | undefined;
}

const amountKey = ({ token, spender, keeper = token }: Spender) => keyOf(keeper, token, spender);

/** What a spender may take after the parts so far; undefined if they say nothing about it. */
export const amountSoFar = (spender: Spender, { access }: ReviewContext): bigint | undefined =>
  access?.amounts.get(amountKey(spender))?.amount;

/** Remembers what a spender may take now. @param isMore - Beside what the spender may take already. */
export function setAmount(given: Spender, amount: bigint, { access }: ReviewContext, isMore = false): void {
  const { token, spender } = given;
  access?.amounts.set(amountKey(given) + (isMore ? access.amounts.size : ''), { token, spender, amount });
}

/** What all spenders together may take of a token after the parts so far. @param except - Whose access is for others to use. */
export function amountOfAll(token: string, except: string, { access }: ReviewContext): bigint {
  return [...(access?.amounts.values() ?? [])]
    .filter(one => keyOf(one.token) === keyOf(token) && keyOf(one.spender) !== except)
    .reduce((sum, { amount }) => sum + amount, 0n);
}

/** A context for what runs as another account: nothing in it is known to end access of this one. */
export const unsure = (context: ReviewContext): ReviewContext => ({
  ...context,
  access: { given: new Set([UNREAD]), amounts: new Map() },
});

/**
 * Reviews the parts of one request, each with the access that those before it leave. The first pass reads the chain, for all parts at
 * once, and finds what any of them gives; the second goes through them in their order.
 */
export async function reviewInOrder<Part>(
  parts: readonly Part[],
  context: ReviewContext,
  review: (part: Part, context: ReviewContext) => Promise<Review>,
): Promise<readonly Review[]> {
  const given = new Set<string>();
  const read = remembered(context.read);
  const contextNow = (): ReviewContext => ({ ...context, read, access: { given, amounts: new Map() } });
  await Promise.all(parts.map(part => review(part, contextNow())));
  const reviews: Review[] = [];
  const second = contextNow();
  for (const part of parts) reviews.push(await review(part, second));
  return reviews;
}

/** Reads everything once. */
function remembered(read: ReviewContext['read']): ReviewContext['read'] {
  const answers = new Map<string, Promise<unknown>>();
  return (...call) => {
    const key = JSON.stringify(call);
    const answer = answers.get(key) ?? read(...call);
    answers.set(key, answer);
    return answer;
  };
}
