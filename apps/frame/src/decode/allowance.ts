import { checksumAddress } from 'latchkit/protocol';
import type { Fact, Review } from './Review.js';
import type { ReviewContext } from './ReviewContext.js';
import { amountOf, poseWarning, readToken, tokenMark } from './readToken.js';

export interface Allowance {
  readonly token: string;
  readonly spender: string;
  readonly amount: bigint;
  /** Of the type that carries the amount: its upper half counts as without limit. */
  readonly bits: 160 | 256;
  /** When it ends; undefined: never. */
  readonly until?: Date | undefined;
  /** It is used up by one transfer. */
  readonly once?: boolean;
}

/** Lets somebody else take tokens. Without a limit it is worth all that there is now, and all that will ever be. */
export async function allowance(
  { token, spender, amount, bits, until, once = false }: Allowance,
  context: ReviewContext,
): Promise<Review> {
  const facts: Fact[] = [
    { label: 'fact.spender', value: { address: checksumAddress(spender) } },
    { label: 'fact.token', value: { address: checksumAddress(token) } },
  ];
  if (until !== undefined) {
    facts.push({ label: 'fact.until', value: { plain: until.toISOString().slice(0, 16).replace('T', ' ') } });
  }
  const known = await readToken(token, context);
  const isUnlimited = amount >= 2n ** BigInt(bits - 1);
  if (amount === 0n) {
    return {
      risk: 'R2',
      action: { text: 'action.revoke' },
      changes: [{ tone: 'in', line: { text: 'change.revoke', slots: amountOf(known, amount) } }],
      facts,
      warnings: poseWarning(known),
      blocks: [],
      raw: [],
    };
  }
  const slots = amountOf(known, amount);
  return {
    risk: isUnlimited ? 'R3' : 'R2',
    action: { text: once ? 'action.permitOnce' : 'action.approve' },
    changes: [
      {
        tone: 'risk',
        line: { text: isUnlimited ? 'change.unlimited' : 'change.upTo', slots },
        ...tokenMark(known),
      },
    ],
    facts,
    warnings: [
      ...poseWarning(known),
      ...(isUnlimited ? [{ text: 'warning.unlimited', slots } as const] : []),
    ],
    blocks: [],
    raw: [],
  };
}
