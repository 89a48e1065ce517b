import { formatUnits } from 'viem';
import type { Review, ReviewContext } from '../model/Review.js';
import { visibleText } from '../model/visibleText.js';
import { readBudget } from './readBudget.js';
import type { SolanaInstruction } from './readSolanaMessage.js';
import { reviewTokenInstruction } from './reviewTokenInstruction.js';
import { lamportsOut, PROGRAMS, part } from './solanaPrograms.js';

/** Reviews an instruction; undefined if it is unknown. */
export async function reviewSolanaInstruction(
  instruction: SolanaInstruction,
  context: ReviewContext,
): Promise<Review | undefined> {
  switch (instruction.program) {
    case PROGRAMS.system:
      return reviewSystem(instruction, context);
    case PROGRAMS.token:
    case PROGRAMS.token2022:
      return reviewTokenInstruction(instruction, context);
    case PROGRAMS.associated:
      return reviewAssociated(instruction);
    case PROGRAMS.budget:
      return readBudget(instruction) && part([], []);
    case PROGRAMS.memo:
    case PROGRAMS.memoV1:
      return part([], [{ label: 'fact.memo', value: { plain: memoOf(instruction.data) } }]);
    default:
      return undefined;
  }
}

const CREATE_ACCOUNT = 0;
const TRANSFER = 2;

/** Reads a transfer of the system program, or the deposit for an account that it creates; undefined for other instructions. */
export function readSystemTransfer({ accounts, data }: SolanaInstruction) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const kind = data.length >= 4 ? view.getUint32(0, true) : undefined;
  const [from, to] = accounts;
  if (kind !== TRANSFER && kind !== CREATE_ACCOUNT) return undefined;
  if (data.length !== (kind === TRANSFER ? 12 : 52) || from === undefined || to === undefined)
    return undefined;
  return { kind, from, to, lamports: view.getBigUint64(4, true) };
}

function reviewSystem(instruction: SolanaInstruction, { account }: ReviewContext): Review | undefined {
  const transfer = readSystemTransfer(instruction);
  if (transfer === undefined) return undefined;
  const { kind, from, to, lamports } = transfer;
  const isOut = from === account;
  // Of several transactions, the one that pays the account may never land: what comes in is no change.
  const income = {
    text: 'change.in',
    slots: { amount: { number: formatUnits(lamports, 9) }, token: 'SOL' },
  } as const;
  return part(isOut ? [lamportsOut('change.out', lamports)] : [], [
    ...(isOut ? [] : [{ label: 'fact.from', value: { plain: from } } as const]),
    { label: kind === TRANSFER ? 'fact.to' : 'fact.newAccount', value: { plain: to } },
    ...(to === account && !isOut ? [{ label: 'fact.amount', value: income } as const] : []),
  ]);
}

/**
 * The most lamports that the deposit of a token account takes, by its program: of 165 bytes; and of 231, which is more than all
 * extensions that Token-2022 gives a new account.
 */
const DEPOSITS: ReadonlyMap<string | undefined, bigint> = new Map([
  [PROGRAMS.token, 2_039_280n],
  [PROGRAMS.token2022, 2_500_000n],
]);

/** Reads who pays how much for a new token account of whom; undefined for other instructions. */
export function readDeposit({ program, accounts, data }: SolanaInstruction) {
  const isCreate = data.length === 0 || (data.length === 1 && (data[0] === 0 || data[0] === 1));
  const [payer, , owner, , , tokenProgram] = accounts;
  const most = DEPOSITS.get(tokenProgram);
  if (program !== PROGRAMS.associated || !isCreate || !payer || !owner || most === undefined)
    return undefined;
  return { payer, owner, most };
}

/** Creates the account that holds a token for its owner. The deposits of a transaction are shown together. */
function reviewAssociated(instruction: SolanaInstruction): Review | undefined {
  const deposit = readDeposit(instruction);
  return deposit && part([], [{ label: 'fact.tokenAccountOf', value: { plain: deposit.owner } }]);
}

function memoOf(data: Uint8Array): string {
  return visibleText(new TextDecoder().decode(data));
}
