import type { Line } from '../../texts/createTexts.js';
import { isUnlimited } from '../model/allowance.js';
import type { Change, Fact, Review, ReviewContext } from '../model/Review.js';
import { listedAs, scaleOf, amountOf as slotsOf, type Token, tokenMark } from '../model/readToken.js';
import { shortAddress } from '../model/visibleText.js';
import { readClosing, readMint, readSolanaHoldings } from './readMint.js';
import type { SolanaInstruction } from './readSolanaMessage.js';
import { lamportsOut, PROGRAMS, part } from './solanaPrograms.js';

/** Token program instructions, by their first byte. */
const TRANSFER = 3;
const APPROVE = 4;
const REVOKE = 5;
const SET_AUTHORITY = 6;
const BURN = 8;
const CLOSE = 9;
const TRANSFER_CHECKED = 12;
const APPROVE_CHECKED = 13;
const BURN_CHECKED = 15;
const SYNC_NATIVE = 17;
/** Token-2022's transfer with fee: the extension's byte and the instruction's byte. */
const FEE_EXTENSION = 26;

interface Amount {
  readonly program: string | undefined;
  readonly amount: bigint;
  readonly mint: string | undefined;
  readonly decimals: number | undefined;
}

/** Reviews an instruction of the token programs; undefined if it is unknown. */
export async function reviewTokenInstruction(
  instruction: SolanaInstruction,
  context: ReviewContext,
): Promise<Review | undefined> {
  const { program, accounts, data } = instruction;
  const [kind] = data;
  if (accounts.some(account => account === undefined)) return undefined;
  const [first, second, third] = accounts as readonly string[];
  switch (kind) {
    case TRANSFER:
    case BURN:
    case APPROVE:
      if (data.length !== 9 || first === undefined) return undefined;
      return moved(kind, first, second, { program, ...(await plainAmount(data, first, context)) }, context);
    case TRANSFER_CHECKED:
    case APPROVE_CHECKED:
    case BURN_CHECKED:
      if (data.length !== 10 || first === undefined) return undefined;
      return moved(
        kind,
        first,
        third,
        { program, amount: amountOf(data), mint: second, decimals: data[9] },
        context,
      );
    case FEE_EXTENSION:
      if (data.length !== 19 || data[1] !== 1 || first === undefined) return undefined;
      return moved(
        TRANSFER_CHECKED,
        first,
        third,
        { program, amount: amountOf(data, 2), mint: second, decimals: data[10] },
        context,
      );
    case REVOKE:
      return part([], [], { action: { text: 'action.revoke' } });
    case CLOSE:
      return first === undefined || second === undefined
        ? undefined
        : closed(first, second, program, context);
    case SET_AUTHORITY:
      return part([], [{ label: 'fact.tokenAccount', value: { plain: first ?? '?' } }], {
        risk: 'R3',
        warnings: [{ text: 'warning.authority' }],
      });
    case SYNC_NATIVE:
      return part([], []);
    default:
      return undefined;
  }
}

/**
 * The token programs close an account of wrapped SOL with its balance, which can also grow until then. So nothing but an account that
 * is known to hold another token, or a payment to the user, is less than R3.
 */
async function closed(
  source: string,
  receiver: string,
  program: string | undefined,
  context: ReviewContext,
): Promise<Review> {
  const facts: readonly Fact[] = [{ label: 'fact.to', value: { plain: receiver } }];
  if (receiver === context.account) return part([], facts, { warnings: [{ text: 'warning.close' }] });
  const found = await readClosing(source, program, context);
  const unread: readonly Line[] = found ? [] : [{ text: 'warning.unknownInstruction' }];
  return part(found ? [lamportsOut('change.out', found.lamports)] : [], facts, {
    risk: found?.isNative === false ? 'R2' : 'R3',
    warnings: [{ text: 'warning.close' }, ...unread],
  });
}

function amountOf(data: Uint8Array, at = 1): bigint {
  return new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(at, true);
}

/** The instruction names no mint, so the token is read from the chain. */
async function plainAmount(
  data: Uint8Array,
  source: string,
  context: ReviewContext,
): Promise<Omit<Amount, 'program'>> {
  const known = await readMint(source, context);
  return { amount: amountOf(data), mint: known?.mint, decimals: known?.decimals };
}

/** Uses the list if the instruction's decimals, which the chain enforces, match those of the list. */
async function tokenOf(
  { program, mint, decimals }: Amount,
  source: string,
  context: ReviewContext,
): Promise<Token> {
  // Without a response from the chain, only the token account names the token.
  if (mint === undefined) return { kind: 'unknown', symbol: shortAddress(source), decimals };
  const [list, scale] = await Promise.all([
    context.tokens(),
    // Mints of the first token program have no extensions.
    program === PROGRAMS.token2022 ? scaleOf(mint, context) : undefined,
  ]);
  const listed = list.at(mint);
  const isListed = listed !== undefined && listed.decimals === decimals;
  if (isListed) return { ...listedAs(listed), scale };
  return { kind: 'unknown', symbol: shortAddress(mint), decimals, scale };
}

async function moved(
  kind: number,
  source: string,
  other: string | undefined,
  moving: Amount,
  context: ReviewContext,
): Promise<Review> {
  const { amount, mint } = moving;
  const token = await tokenOf(moving, source, context);
  const slots = slotsOf(token, amount);
  const isApproval = kind === APPROVE || kind === APPROVE_CHECKED;
  const isBurn = kind === BURN || kind === BURN_CHECKED;
  const isAll = isApproval && isUnlimited(amount, await readSolanaHoldings(source, mint, context));
  const change: Change = isApproval
    ? {
        tone: 'risk',
        line: { text: isAll ? 'change.unlimited' : 'change.upTo', slots },
        ...tokenMark(token, amount),
      }
    : { tone: 'out', line: { text: 'change.out', slots }, ...tokenMark(token, amount) };
  const facts: Fact[] = [];
  if (other !== undefined && !isBurn) {
    facts.push({ label: isApproval ? 'fact.spender' : 'fact.toTokenAccount', value: { plain: other } });
  }
  if (mint !== undefined) facts.push({ label: 'fact.token', value: { plain: mint } });
  return part([change], facts, {
    risk: isAll ? 'R3' : 'R2',
    action: { text: isApproval ? 'action.approve' : isBurn ? 'action.burn' : 'action.send' },
    warnings: isAll ? [{ text: 'warning.unlimited', slots }] : [],
  });
}
