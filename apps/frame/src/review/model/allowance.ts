import { checksumAddress } from 'latchkit/protocol';
import type { Change, Fact, Review, ReviewContext } from './Review.js';
import { type Holdings, readAllowance, readHoldings } from './readHoldings.js';
import { amountOf, poseWarning, readToken, type Token, tokenMark } from './readToken.js';
import { amountOfAll, amountSoFar, giveAccess, isGiven, isUnread, setAmount } from './reviewInOrder.js';
import { shortAddress } from './visibleText.js';

/** Uniswap's Permit2, deployed at the same address on every network. */
export const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3';

export interface Allowance {
  readonly token: string;
  readonly spender: string;
  readonly amount: bigint;
  /** When it expires; undefined if never. */
  readonly until?: Date | undefined;
  /** A single transfer uses it up. */
  readonly once?: boolean;
  /** The contract that keeps it. Default: the token. */
  readonly keeper?: string;
}

/** More than any token's supply: the threshold if the chain does not respond. */
const BEYOND = 2n ** 128n;

/**
 * Whether an amount covers all of a token. Exceeding the balance or supply counts like the maximum integer, since contracts
 * also use values close to the maximum.
 */
export function isUnlimited(amount: bigint, { balance, supply }: Holdings): boolean {
  return amount >= BEYOND || [balance, supply].some(most => most !== undefined && amount > most);
}

/** Allows a spender to take tokens. An unlimited allowance covers the present balance and all future ones. */
export async function allowance(given: Allowance, context: ReviewContext): Promise<Review> {
  const { token, spender, amount, until, once = false } = given;
  const facts = factsOf(token, spender, until);
  const [known, holdings] = await Promise.all([readToken(token, context), readHoldings(token, context)]);
  const slots = amountOf(known, amount);
  const shown = { facts, blocks: [], raw: [] };
  const before = once ? undefined : amountSoFar(given, context);
  setAmount(given, amount, context, once);
  if (amount === 0n) {
    const { changes, warnings } = once
      ? { changes: [accessOf({ token, known }, 0n, { isAll: false })], warnings: [] }
      : endOf({ token, spender, known }, context);
    return {
      ...{ ...shown, risk: 'R2', action: { text: once ? 'action.permitOnce' : 'action.revoke' }, changes },
      warnings: [...poseWarning(known), ...warnings],
    };
  }
  giveAccess(token, spender, context);
  const isAll = isUnlimited(amount, holdings);
  // Slices of it, and spenders that are one person, take as much together. What Permit2 may take, others take through it.
  const isMuch =
    isAll ||
    (spender.toLowerCase() !== PERMIT2 && isUnlimited(amountOfAll(token, PERMIT2, context), holdings));
  return {
    ...shown,
    // Only effectively unlimited: the number itself is still worth showing.
    facts:
      isAll && amount < BEYOND ? [...facts, { label: 'fact.amount', value: limitOf(known, amount) }] : facts,
    risk: isMuch ? 'R3' : 'R2',
    action: { text: once ? 'action.permitOnce' : 'action.approve' },
    changes: [accessOf({ token, known }, amount, { isAll, before })],
    warnings: [...poseWarning(known), ...(isMuch ? [{ text: 'warning.unlimited', slots } as const] : [])],
  };
}

/** Increases an existing allowance; the total may be unlimited. */
export async function increase(given: Allowance, context: ReviewContext): Promise<Review> {
  const { token, spender, amount } = given;
  const before = amountSoFar(given, context) ?? (await readAllowance(token, spender, context));
  const review = await allowance({ ...given, amount: (before ?? 0n) + amount }, context);
  const isKnown = before !== undefined && !isUnread(context);
  return isKnown ? review : { ...review, warnings: [...review.warnings, ACCESS_LEFT] };
}

/** Decreases an allowance and shows what remains. */
export async function decrease(
  { token, spender, amount }: Pick<Allowance, 'token' | 'spender' | 'amount'>,
  context: ReviewContext,
): Promise<Review> {
  const [known, holdings, allowed] = await Promise.all([
    readToken(token, context),
    readHoldings(token, context),
    readAllowance(token, spender, context),
  ]);
  const soFar = amountSoFar({ token, spender }, context);
  const before = soFar ?? allowed;
  const less: Change = { tone: 'in', line: { text: 'change.lessAccess', slots: amountOf(known, amount) } };
  const isKnown = before !== undefined && before >= amount && !isUnread(context);
  const left = isKnown ? before - amount : undefined;
  if (left !== undefined) setAmount({ token, spender }, left, context);
  const isAll = left !== undefined && isUnlimited(left, holdings);
  // A spender who took a part of what the request gives makes the decrease fail, and keeps the rest.
  const isUncertain = left === undefined || (left === 0n && isGiven(token, spender, context));
  const changes: readonly Change[] = isUncertain
    ? [less]
    : left === 0n
      ? endOf({ token, spender, known }, context).changes
      : [less, accessOf({ token, known }, left, { isAll, before: soFar })];
  return {
    risk: 'R2',
    action: { text: 'action.revoke' },
    changes,
    facts: factsOf(token, spender),
    warnings: [...poseWarning(known), ...(isUncertain ? [ACCESS_LEFT] : [])],
    blocks: [],
    raw: [],
  };
}

const ACCESS_LEFT = { text: 'warning.accessLeft' } as const;

/** Shows that a spender may take nothing any more, unless another part of the request gives access or cannot be read. */
function endOf(
  { token, spender, known }: { readonly token: string; readonly spender: string; readonly known: Token },
  context: ReviewContext,
): Pick<Review, 'changes' | 'warnings'> {
  if (isUnread(context)) return { changes: [], warnings: [ACCESS_LEFT] };
  if (isGiven(token, spender, context)) {
    return { changes: [accessOf({ token, known }, 0n, { isAll: false })], warnings: [] };
  }
  return {
    changes: [{ tone: 'in', line: { text: 'change.revoke', slots: endSlots(known, spender) } }],
    warnings: [],
  };
}

/** Of a line that says whose access ends, and to what. */
export const endSlots = ({ symbol }: Token, spender: string) => ({
  token: symbol,
  spender: shortAddress(checksumAddress(spender)),
});

/** @param before - What the parts of the request before this one let the spender take. */
function accessOf(
  { token, known }: { readonly token: string; readonly known: Token },
  amount: bigint,
  { isAll, before = 0n }: { readonly isAll: boolean; readonly before?: bigint | undefined },
): Change {
  const slots = amountOf(known, amount);
  const text = isAll ? 'change.unlimited' : 'change.upTo';
  return {
    tone: 'risk',
    access: { token, amount: String(amount > before ? amount - before : 0n) },
    line: { text, slots },
    ...tokenMark(known, amount),
  };
}

const limitOf = (known: Token, amount: bigint) =>
  ({ text: 'change.upTo', slots: amountOf(known, amount) }) as const;

function factsOf(token: string, spender: string, until?: Date): readonly Fact[] {
  return [
    { label: 'fact.spender', value: { address: checksumAddress(spender) } },
    { label: 'fact.token', value: { address: checksumAddress(token) } },
    ...(until === undefined ? [] : [timeFact('fact.until', until)]),
  ];
}

/** Formats a time as a fact. */
export function timeFact(label: 'fact.until' | 'fact.notBefore', time: Date): Fact {
  return { label, value: { plain: time.toISOString().slice(0, 16).replace('T', ' ') } };
}

/** Converts a Unix timestamp in seconds to a date; undefined beyond what a date can hold. */
export function timeOf(seconds: unknown): Date | undefined {
  const time = Number(String(seconds)) * 1_000;
  return Number.isFinite(time) && time < 8e15 ? new Date(time) : undefined;
}
