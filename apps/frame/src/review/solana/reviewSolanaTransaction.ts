import { readSolanaTransaction } from '@latchkit/keyring';
import { base64 } from '@scure/base';
import { formatUnits } from 'viem';
import type { Line } from '../../texts/createTexts.js';
import { joinReviews, type Review, type ReviewContext } from '../model/Review.js';
import { shortageOf } from '../model/shortageOf.js';
import { checkCluster } from './checkCluster.js';
import { feeOf } from './readBudget.js';
import { readLookups } from './readLookups.js';
import { readSolanaMessage, type SolanaInstruction } from './readSolanaMessage.js';
import { readDeposit, readSystemTransfer, reviewSolanaInstruction } from './reviewSolanaInstruction.js';
import { lamportsOut, PROGRAMS, part } from './solanaPrograms.js';

/** A fee above these lamports is shown among what leaves the account: it is beyond what a transaction usually costs. */
const USUAL_FEE = 1_000_000n;

/** Reviews a Solana transaction. */
export async function reviewSolanaTransaction(payload: string, context: ReviewContext): Promise<Review> {
  const parts = readSolanaTransaction(base64.decode(payload), 'signed');
  if (parts === undefined) throw new TypeError('Not a transaction');
  const message = readSolanaMessage(parts.message);
  const instructions = message.instructions(await readLookups(message.lookups, context));
  const [cluster, balance, ...reviews] = await Promise.all([
    checkCluster(message, instructions, context),
    readBalance(context),
    ...instructions.map(async one => (await reviewSolanaInstruction(one, context)) ?? unread(one)),
  ]);
  const review = joinReviews(actionOf(reviews), reviews);
  const isPayer = message.accounts[0] === context.account;
  const fee = feeOf(instructions, message.signers);
  const amount = { number: formatUnits(fee, 9) };
  // The whole fee is taken even if the transaction fails, so it does not depend on a simulation.
  const isHigh = isPayer && fee > USUAL_FEE;
  const deposits = depositsOf(instructions, context);
  const needed = (isPayer ? fee : 0n) + paidOf(instructions, context);
  return {
    ...review,
    shortage: shortageOf(needed, balance, 9, 'SOL'),
    risk: reviews.length === 0 || cluster !== 'shown' ? 'R3' : review.risk === 'R1' ? 'R2' : review.risk,
    changes: [
      ...(isHigh ? [lamportsOut('change.upTo', fee, 'fact.fee')] : []),
      ...(deposits > 0n ? [lamportsOut('change.upTo', deposits, 'fact.newAccount')] : []),
      ...review.changes,
    ],
    facts: isPayer
      ? [
          ...review.facts,
          { label: 'fact.fee', value: { text: 'change.upTo', slots: { amount, token: 'SOL' } } },
        ]
      : review.facts,
    warnings: unique([
      ...(cluster === 'unknown' ? [{ text: 'warning.cluster' } as const] : []),
      ...(isHigh ? [{ text: 'warning.spends', slots: { amount, token: 'SOL' } } as const] : []),
      ...review.warnings,
    ]),
    blocks: cluster === 'other' ? [...review.blocks, blockOf(context)] : review.blocks,
    raw: [{ label: 'raw.transaction', text: payload }],
  };
}

const blockOf = ({ chainId, networkOf }: ReviewContext): Line => ({
  text: 'block.cluster',
  slots: { network: networkOf(chainId).name },
});

/** Programs that never credit the account: after any other instruction, the funds of a payment may have arrived just before it. */
const GIVES_NONE: readonly (string | undefined)[] = [
  ...[PROGRAMS.system, PROGRAMS.budget, PROGRAMS.memo, PROGRAMS.memoV1, PROGRAMS.associated],
];

/** Lamports that leave the account by plain transfers, as far as it must hold them beforehand. */
function paidOf(instructions: readonly SolanaInstruction[], { account }: ReviewContext): bigint {
  if (!instructions.every(({ program }) => GIVES_NONE.includes(program))) return 0n;
  return instructions
    .map(one => (one.program === PROGRAMS.system ? readSystemTransfer(one) : undefined))
    .filter(transfer => transfer?.from === account)
    .reduce((sum, transfer) => sum + (transfer?.lamports ?? 0n), 0n);
}

/** The most that the account pays for new token accounts, whose owners can close them and keep it. Those that exist take nothing. */
function depositsOf(instructions: readonly SolanaInstruction[], { account }: ReviewContext): bigint {
  return instructions
    .map(readDeposit)
    .filter(deposit => deposit?.payer === account)
    .reduce((sum, deposit) => sum + (deposit?.most ?? 0n), 0n);
}

/** Reads the account's lamports; undefined if the chain did not respond. */
async function readBalance({ account, read }: ReviewContext): Promise<bigint | undefined> {
  try {
    const answer = await read('getBalance', [account, { commitment: 'processed' }]);
    const { value } = answer as { readonly value?: unknown };
    return Number.isSafeInteger(value) ? BigInt(value as number) : undefined;
  } catch {
    return undefined;
  }
}

function unread({ program }: SolanaInstruction): Review {
  return part([], program === undefined ? [] : [{ label: 'fact.program', value: { plain: program } }], {
    risk: 'R3',
    action: { text: 'action.call' },
    warnings: [{ text: 'warning.unknownInstruction' }],
  });
}

/** The title of the transaction: that of its most severe part. */
function actionOf(reviews: readonly Review[]): Line {
  const grave = reviews.find(({ risk }) => risk === 'R3');
  const telling = grave ?? reviews.find(({ changes }) => changes.length > 0);
  return telling?.action ?? { text: 'action.signTransaction' };
}

function unique(lines: readonly Line[]): readonly Line[] {
  return [...new Map(lines.map(line => [JSON.stringify(line), line])).values()];
}
