import { formatUnits } from 'viem';
import type { TextKey } from '../../texts/en.js';
import type { Change, Fact, Review } from '../model/Review.js';

/** Solana programs whose instructions are supported. */
export const PROGRAMS = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associated: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  budget: 'ComputeBudget111111111111111111111111111111',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  memoV1: 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
} as const;

/** What an instruction adds to its transaction's review. */
export function part(changes: readonly Change[], facts: readonly Fact[], more: Partial<Review> = {}): Review {
  return {
    risk: 'R2',
    action: { text: 'action.send' },
    changes,
    facts,
    warnings: [],
    blocks: [],
    raw: [],
    ...more,
  };
}

/** Lamports that leave the account; what for, in a note. */
export function lamportsOut(text: 'change.out' | 'change.upTo', lamports: bigint, note?: TextKey): Change {
  const slots = { amount: { number: formatUnits(lamports, 9) }, token: 'SOL' };
  return { tone: 'out', line: { text, slots }, ...(note && { note: { text: note } }) };
}
