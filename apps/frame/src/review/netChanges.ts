import { checksumAddress } from 'latchkit/protocol';
import { formatUnits } from 'viem';
import type { Line } from '../texts/createTexts.js';
import type { Change, ReviewContext } from './model/Review.js';
import { amountOf, poseWarning, readToken, type Token, tokenMark } from './model/readToken.js';

/** What a simulation moved to an account; negative amounts left it. */
export interface Move {
  /** The token's contract; undefined for the network's coin. */
  readonly token: string | undefined;
  /** Of a collectible. */
  readonly id?: bigint;
  readonly amount: bigint;
}

/** The balances that a simulation changes, with a warning for each token that uses another one's symbol. */
export async function netChanges(
  moves: readonly Move[],
  context: ReviewContext,
): Promise<{ readonly changes: readonly Change[]; readonly warnings: readonly Line[] }> {
  const described = await Promise.all(
    moves.map(async move => {
      if (move.token === undefined) return { change: coinChange(move.amount, context), warnings: [] };
      const token = await readToken(checksumAddress(move.token), context);
      return { change: tokenChange(move, token), warnings: poseWarning(token) };
    }),
  );
  return {
    changes: described.map(({ change }) => change),
    warnings: described.flatMap(({ warnings }) => warnings),
  };
}

const toneOf = (amount: bigint) => (amount > 0n ? 'in' : 'out');
const sizeOf = (amount: bigint) => (amount > 0n ? amount : -amount);

function coinChange(moved: bigint, { chainId, networkOf }: ReviewContext): Change {
  const { coin } = networkOf(chainId);
  const amount = { number: formatUnits(sizeOf(moved), 18) };
  const isIn = moved > 0n;
  const line: Line =
    coin === undefined
      ? { text: isIn ? 'change.coinsIn' : 'change.coinsOut', slots: { amount } }
      : { text: isIn ? 'change.in' : 'change.out', slots: { amount, token: coin } };
  return { tone: toneOf(moved), line };
}

function tokenChange({ amount, id }: Move, token: Token): Change {
  const tone = toneOf(amount);
  const isIn = tone === 'in';
  if (id !== undefined) {
    const slots = { amount: { number: String(sizeOf(amount)) }, token: token.symbol, id: String(id) };
    return { tone, line: { text: isIn ? 'change.itemIn' : 'change.itemOut', slots }, ...tokenMark(token) };
  }
  const slots = amountOf(token, sizeOf(amount));
  return { tone, line: { text: isIn ? 'change.in' : 'change.out', slots }, ...tokenMark(token) };
}
