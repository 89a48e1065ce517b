import { checksumAddress } from 'latchkit/protocol';
import type { Line } from '../../texts/createTexts.js';
import { allowance, decrease, endSlots, increase, PERMIT2, timeOf } from '../model/allowance.js';
import type { Change, Fact, Review, ReviewContext } from '../model/Review.js';
import { amountOf, poseWarning, readToken, type Token, tokenMark } from '../model/readToken.js';
import { giveAccess, isGiven, isUnread } from '../model/reviewInOrder.js';
import type { KnownCall } from './readCalldata.js';

/** Each reader knows the types of its arguments, which the ABI of its signature decoded. */
type Args = readonly [never, never, never, never, never, never, never];
type Reader = (args: Args, token: string, context: ReviewContext) => Promise<Review | undefined>;

/** Reviews a call of a token's contract; undefined if it makes no sense as one. */
export async function reviewTokenCall(
  { signature, args }: KnownCall,
  token: string,
  context: ReviewContext,
): Promise<Review | undefined> {
  return READERS.get(signature)?.(args as unknown as Args, token, context);
}

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['transfer(address,uint256)', ([to, amount], token, context) => transfer({ to, amount, token }, context)],
  [
    'transferFrom(address,address,uint256)',
    ([from, to, amount], token, context) => transfer({ from, to, amount, token }, context),
  ],
  [
    'approve(address,uint256)',
    ([spender, amount], token, context) => approve(spender, amount, token, context),
  ],
  [
    'increaseAllowance(address,uint256)',
    ([spender, amount], token, context) => increase({ token, spender, amount }, context),
  ],
  [
    'decreaseAllowance(address,uint256)',
    ([spender, amount], token, context) => decrease({ token, spender, amount }, context),
  ],
  [
    'setApprovalForAll(address,bool)',
    ([operator, approved], token, context) => allTokens(operator, approved, token, context),
  ],
  [
    'safeTransferFrom(address,address,uint256)',
    ([from, to, id], token, context) => collectibles({ from, to, token, ids: [id] }, context),
  ],
  [
    'safeTransferFrom(address,address,uint256,bytes)',
    ([from, to, id], token, context) => collectibles({ from, to, token, ids: [id] }, context),
  ],
  [
    'safeTransferFrom(address,address,uint256,uint256,bytes)',
    ([from, to, id, amount], token, context) =>
      collectibles({ from, to, token, ids: [id], amounts: [amount] }, context),
  ],
  [
    'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
    ([from, to, ids, amounts], token, context) => collectibles({ from, to, token, ids, amounts }, context),
  ],
  [
    'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
    ([owner, spender, amount], token, context) =>
      isOwn(owner, context) ? allowance({ token, spender, amount }, context) : Promise.resolve(undefined),
  ],
  [
    'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
    ([owner, spender, , , allowed], token, context) =>
      isOwn(owner, context)
        ? allowance({ token, spender, amount: allowed ? 2n ** 256n - 1n : 0n }, context)
        : Promise.resolve(undefined),
  ],
  [
    'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
    ([from, to, amount], token, context) => transfer({ from, to, amount, token }, context),
  ],
  [
    'receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
    ([from, to, amount], token, context) => transfer({ from, to, amount, token }, context),
  ],
  [
    'approve(address,address,uint160,uint48)',
    async ([token, spender, amount, expiration], contract, context) =>
      contract.toLowerCase() === PERMIT2
        ? allowance({ token, spender, amount, until: timeOf(expiration), keeper: PERMIT2 }, context)
        : undefined,
  ],
]);

const isOwn = (address: string, { account }: ReviewContext) =>
  address.toLowerCase() === account.toLowerCase();

interface Transfer {
  readonly from?: string;
  readonly to: string;
  readonly amount: bigint;
  readonly token: string;
}

/** ERC-20's `transferFrom` and ERC-721's have the same bytes; the contract tells which one it is. */
async function transfer(
  { from, to, amount, token }: Transfer,
  context: ReviewContext,
): Promise<Review | undefined> {
  const known = await readToken(token, context);
  if (known.kind === 'collectible') {
    return collectibles({ from: from ?? context.account, to, token, ids: [amount] }, context);
  }
  const isOut = from === undefined || isOwn(from, context);
  const isIn = !isOut && isOwn(to, context);
  const line: Line = { text: isIn ? 'change.in' : 'change.out', slots: amountOf(known, amount) };
  // Moving tokens between other accounts uses an allowance given to this account.
  const loss: Change = {
    tone: 'out',
    ...(isOut && { loss: { token, amount: String(amount) } }),
    line,
    ...tokenMark(known, amount),
  };
  const facts = [...pathOf(from, to, context), ...(isIn ? [incomeFact(line)] : []), tokenFact(token)];
  const shown = review('action.send', isIn ? [] : [loss], facts);
  return { ...shown, warnings: poseWarning(known) };
}

async function approve(
  spender: string,
  amount: bigint,
  token: string,
  context: ReviewContext,
): Promise<Review | undefined> {
  const known = await readToken(token, context);
  // Nothing says whether 0 is an amount, which takes access away, or a collectible, to which it gives access.
  const isItem = known.kind === 'collectible' || (known.kind === 'unknown' && amount === 0n);
  if (!isItem) return allowance({ token, spender, amount }, context);
  giveAccess(token, spender, context);
  return review(
    'action.approve',
    [collectible(known, amount, 'risk')],
    [{ label: 'fact.spender', value: { address: checksumAddress(spender) } }, tokenFact(token)],
  );
}

async function allTokens(
  operator: string,
  approved: boolean,
  token: string,
  context: ReviewContext,
): Promise<Review> {
  const known = await readToken(token, context);
  const facts: readonly Fact[] = [
    { label: 'fact.spender', value: { address: checksumAddress(operator) } },
    tokenFact(token),
  ];
  if (!approved) {
    const isUncertain = isGiven(token, operator, context) || isUnread(context);
    if (isUncertain)
      return { ...review('action.revoke', [], facts), warnings: [{ text: 'warning.accessLeft' }] };
    const line = { text: 'change.revokeAll', slots: endSlots(known, operator) } as const;
    return review('action.revoke', [{ tone: 'in', line }], facts);
  }
  giveAccess(token, operator, context);
  const slots = { token: known.symbol };
  return {
    ...review('action.approve', [{ tone: 'risk', line: { text: 'change.allTokens', slots } }], facts),
    risk: 'R3',
    warnings: [{ text: 'warning.allTokens', slots }],
  };
}

interface Collectibles {
  readonly from: string;
  readonly to: string;
  readonly token: string;
  readonly ids: readonly bigint[];
  readonly amounts?: readonly bigint[];
}

async function collectibles(
  { from, to, token, ids, amounts }: Collectibles,
  context: ReviewContext,
): Promise<Review | undefined> {
  if (ids.length === 0 || (amounts !== undefined && amounts.length !== ids.length)) return undefined;
  const known = await readToken(token, context);
  const isIn = isOwn(to, context) && !isOwn(from, context);
  const changes = ids.map((id, at): Change => {
    const amount = amounts?.[at] ?? 1n;
    const change = collectible(known, id, isIn ? 'in' : 'out', amount);
    return isOwn(from, context)
      ? { ...change, loss: { token, id: String(id), amount: String(amount) } }
      : change;
  });
  const income = isIn ? changes.map(({ line }) => incomeFact(line)) : [];
  return review('action.send', isIn ? [] : changes, [
    ...pathOf(from, to, context),
    ...income,
    tokenFact(token),
  ]);
}

/** What another account has to allow, and can stop allowing, is no change: only a simulation says that it arrived there. */
const incomeFact = (value: Line): Fact => ({ label: 'fact.amount', value });

function collectible(known: Token, id: bigint, tone: 'in' | 'out' | 'risk', amount = 1n): Change {
  const slots = { amount: { number: String(amount) }, token: known.symbol, id: String(id) };
  const text = {
    in: 'change.itemIn',
    out: 'change.itemOut',
    risk: 'change.itemRisk',
  } as const;
  return { tone, line: { text: text[tone], slots }, note: { text: 'note.unknownToken' } };
}

function pathOf(from: string | undefined, to: string, context: ReviewContext): readonly Fact[] {
  const source: readonly Fact[] =
    from === undefined || isOwn(from, context)
      ? []
      : [{ label: 'fact.from', value: { address: checksumAddress(from) } }];
  return [...source, { label: 'fact.to', value: { address: checksumAddress(to) } }];
}

const tokenFact = (token: string): Fact => ({
  label: 'fact.token',
  value: { address: checksumAddress(token) },
});

function review(
  action: Review['action']['text'],
  changes: readonly Change[],
  facts: readonly Fact[],
): Review {
  return { risk: 'R2', action: { text: action }, changes, facts, warnings: [], blocks: [], raw: [] };
}
