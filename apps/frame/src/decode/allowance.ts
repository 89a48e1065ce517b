import { checksumAddress } from 'latchkit/protocol';
import type { Change, Fact, Review } from './Review.js';
import type { ReviewContext } from './ReviewContext.js';
import { type Holdings, readAllowance, readHoldings } from './readHoldings.js';
import { amountOf, poseWarning, readToken, type Token, tokenMark } from './readToken.js';

export interface Allowance {
  readonly token: string;
  readonly spender: string;
  readonly amount: bigint;
  /** When it ends; undefined: never. */
  readonly until?: Date | undefined;
  /** It is used up by one transfer. */
  readonly once?: boolean;
}

/** More than there is of any token: what a chain that does not answer leaves to compare with. */
const BEYOND = 2n ** 128n;

/**
 * Whether an amount takes all of a token. What exceeds the balance or the supply does so as much as the highest number that a
 * contract can hold: there are others that are close to it.
 */
export function isUnlimited(amount: bigint, { balance, supply }: Holdings): boolean {
  return amount >= BEYOND || [balance, supply].some(most => most !== undefined && amount > most);
}

/** Lets somebody else take tokens. Without a limit it is worth all that there is now, and all that will ever be. */
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
    // Without limit in effect only: the number itself is still worth knowing.
    facts:
      isAll && amount < BEYOND ? [...facts, { label: 'fact.amount', value: limitOf(known, amount) }] : facts,
    risk: isAll ? 'R3' : 'R2',
    action: { text: once ? 'action.permitOnce' : 'action.approve' },
    changes: [accessOf(known, amount, isAll)],
    warnings: [...poseWarning(known), ...(isAll ? [{ text: 'warning.unlimited', slots } as const] : [])],
  };
}

/** Adds to what a spender may take already: together it may be all. */
export async function increase(given: Allowance, context: ReviewContext): Promise<Review> {
  const before = await readAllowance(given.token, given.spender, context);
  return allowance({ ...given, amount: (before ?? 0n) + given.amount }, context);
}

/** Takes a part of an allowance back, and says what is left of it. */
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
        : [less, accessOf(known, left, isUnlimited(left, holdings))];
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

function accessOf(known: Token, amount: bigint, isAll: boolean): Change {
  const slots = amountOf(known, amount);
  const text = isAll ? 'change.unlimited' : 'change.upTo';
  return { tone: 'risk', line: { text, slots }, ...tokenMark(known) };
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

/** A time, as it is shown. */
export function timeFact(label: 'fact.until' | 'fact.notBefore', time: Date): Fact {
  return { label, value: { plain: time.toISOString().slice(0, 16).replace('T', ' ') } };
}
