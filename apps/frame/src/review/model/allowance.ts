import { checksumAddress } from 'latchkit/protocol';
import type { Change, Fact, Review, ReviewContext } from './Review.js';
import { type Holdings, readAllowance, readHoldings } from './readHoldings.js';
import { amountOf, poseWarning, readToken, type Token, tokenMark } from './readToken.js';

export interface Allowance {
  readonly token: string;
  readonly spender: string;
  readonly amount: bigint;
  /** When it expires; undefined if never. */
  readonly until?: Date | undefined;
  /** A single transfer uses it up. */
  readonly once?: boolean;
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
export async function allowance(
  { token, spender, amount, until, once = false }: Allowance,
  context: ReviewContext,
): Promise<Review> {
  const facts = factsOf(token, spender, until);
  const [known, holdings] = await Promise.all([readToken(token, context), readHoldings(token, context)]);
  const slots = amountOf(known, amount);
  const shown = { facts, blocks: [], raw: [] };
  if (amount === 0n) {
    const changes: readonly Change[] = [{ tone: 'in', line: { text: 'change.revoke', slots } }];
    return { ...shown, risk: 'R2', action: { text: 'action.revoke' }, changes, warnings: poseWarning(known) };
  }
  const isAll = isUnlimited(amount, holdings);
  return {
    ...shown,
    // Only effectively unlimited: the number itself is still worth showing.
    facts:
      isAll && amount < BEYOND ? [...facts, { label: 'fact.amount', value: limitOf(known, amount) }] : facts,
    risk: isAll ? 'R3' : 'R2',
    action: { text: once ? 'action.permitOnce' : 'action.approve' },
    changes: [accessOf({ token, known }, amount, isAll)],
    warnings: [...poseWarning(known), ...(isAll ? [{ text: 'warning.unlimited', slots } as const] : [])],
  };
}

/** Increases an existing allowance; the total may be unlimited. */
export async function increase(given: Allowance, context: ReviewContext): Promise<Review> {
  const before = await readAllowance(given.token, given.spender, context);
  return allowance({ ...given, amount: (before ?? 0n) + given.amount }, context);
}

/** Decreases an allowance and shows what remains. */
export async function decrease(
  { token, spender, amount }: Pick<Allowance, 'token' | 'spender' | 'amount'>,
  context: ReviewContext,
): Promise<Review> {
  const [known, holdings, before] = await Promise.all([
    readToken(token, context),
    readHoldings(token, context),
    readAllowance(token, spender, context),
  ]);
  const less: Change = { tone: 'in', line: { text: 'change.lessAccess', slots: amountOf(known, amount) } };
  const isKnown = before !== undefined && before >= amount;
  const left = isKnown ? before - amount : undefined;
  const changes: readonly Change[] =
    left === undefined
      ? [less]
      : left === 0n
        ? [{ tone: 'in', line: { text: 'change.revoke', slots: amountOf(known, 0n) } }]
        : [less, accessOf({ token, known }, left, isUnlimited(left, holdings))];
  return {
    risk: 'R2',
    action: { text: 'action.revoke' },
    changes,
    facts: factsOf(token, spender),
    warnings: [
      ...poseWarning(known),
      ...(left === undefined ? [{ text: 'warning.accessLeft' } as const] : []),
    ],
    blocks: [],
    raw: [],
  };
}

function accessOf(
  { token, known }: { readonly token: string; readonly known: Token },
  amount: bigint,
  isAll: boolean,
): Change {
  const slots = amountOf(known, amount);
  const text = isAll ? 'change.unlimited' : 'change.upTo';
  return {
    tone: 'risk',
    access: { token, amount: String(amount) },
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
