import { checksumAddress } from 'latchkit/protocol';
import { formatUnits } from 'viem';
import type { Line } from '../texts/createTexts.js';
import { assetKey } from './model/assetKey.js';
import type { Change, Review, ReviewContext } from './model/Review.js';
import { amountOf, poseWarning, readToken, type Token, tokenMark } from './model/readToken.js';
import type { Move } from './readMoves.js';
import type { Simulation } from './simulate.js';

/** Maximum number of moves that are shown: a contract can move as many tokens of its own as it likes. */
const MOST_MOVES = 50;

/**
 * Adds what a simulation found to a review. It never takes anything away: of each asset, the larger loss of the bytes and of the
 * simulation is shown, and what the simulation brings in is only what was tried.
 */
export async function addSimulation(
  review: Review,
  { warnings, moves = [] }: Pick<Simulation, 'warnings' | 'moves'>,
  context: ReviewContext,
): Promise<Review> {
  const decoded = sumOf(review.changes.map(({ loss }) => loss));
  // What a call of the batch takes with access that the batch gives is shown there already.
  const said = sumOf(review.changes.flatMap(({ loss, access }) => [loss, access]));
  const { at } = await context.tokens();
  const known = (move: Move) => move.token === undefined || at(checksumAddress(move.token)) !== undefined;
  const isLarger = (move: Move) => move.out > (decoded.get(assetKey(move)) ?? 0n);
  // Known assets and losses first, so that no number of others hides them.
  const rank = (move: Move) => (known(move) ? 0 : 2) + (isLarger(move) ? 0 : 1);
  const first = [...moves].sort((one, other) => rank(one) - rank(other)).slice(0, MOST_MOVES);
  const described = await Promise.all(
    first.map(async move => ({ move, ...(await describe(move, isLarger(move), context)) })),
  );
  const replaced = new Set(described.flatMap(one => (one.lost ? [assetKey(one.move)] : [])));
  const left = review.changes.filter(({ loss }) => !loss || !replaced.has(assetKey(loss)));
  return {
    ...review,
    changes: [
      ...described.flatMap(({ lost }) => lost ?? []),
      ...left,
      ...described.flatMap(({ gained }) => gained ?? []),
    ],
    warnings: joined([
      ...review.warnings,
      ...warnings,
      ...leaving(moves.filter(move => move.out > (said.get(assetKey(move)) ?? 0n))),
      ...described.flatMap(one => one.warnings),
    ]),
  };
}

/** Adds up amounts by asset. */
function sumOf(amounts: readonly Change['loss'][]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const one of amounts) {
    if (one) sums.set(assetKey(one), (sums.get(assetKey(one)) ?? 0n) + BigInt(one.amount));
  }
  return sums;
}

interface Described {
  readonly lost?: Change;
  readonly gained?: Change;
  readonly warnings: readonly Line[];
}

async function describe(move: Move, isLarger: boolean, context: ReviewContext): Promise<Described> {
  const { token: address, id } = move;
  const token = address === undefined ? undefined : await readToken(checksumAddress(address), context);
  const change = (tone: 'out' | 'tried', amount: bigint): Change => ({
    tone,
    ...(tone === 'out' && { loss: { token: address, id, amount: String(amount) } }),
    line: lineOf(tone, amount, { token, id }, context),
    ...(token && tokenMark(token, amount)),
  });
  return {
    ...(isLarger && { lost: change('out', move.out) }),
    ...(move.in > 0n && { gained: change('tried', move.in) }),
    warnings: token ? poseWarning(token) : [],
  };
}

const TEXTS = {
  out: { coins: 'change.coinsOut', amount: 'change.out', item: 'change.itemOut' },
  tried: { coins: 'change.coinsTried', amount: 'change.tried', item: 'change.itemTried' },
} as const;

function lineOf(
  tone: keyof typeof TEXTS,
  moved: bigint,
  { token, id }: { readonly token: Token | undefined; readonly id: string | undefined },
  { chainId, networkOf }: ReviewContext,
): Line {
  const texts = TEXTS[tone];
  if (token && id !== undefined) {
    return { text: texts.item, slots: { amount: { number: String(moved) }, token: token.symbol, id } };
  }
  if (token) return { text: texts.amount, slots: amountOf(token, moved) };
  const { coin } = networkOf(chainId);
  const amount = { number: formatUnits(moved, 18) };
  return coin === undefined
    ? { text: texts.coins, slots: { amount } }
    : { text: texts.amount, slots: { amount, token: coin } };
}

/** Maximum number of tokens that warnings name. */
const MOST_TOKENS = 100;

/** Names the tokens of which more leaves the account than the bytes say, those of the calls included. */
function leaving(moves: readonly Move[]): readonly Line[] {
  const tokens = new Set(moves.flatMap(({ token }) => token ?? []));
  return [...tokens].slice(0, MOST_TOKENS).map(token => ({
    text: 'warning.leaves' as const,
    slots: { token: checksumAddress(token) },
  }));
}

/** Each warning once. */
const joined = (warnings: readonly Line[]): readonly Line[] => [
  ...new Map(warnings.map(one => [JSON.stringify(one), one])).values(),
];
