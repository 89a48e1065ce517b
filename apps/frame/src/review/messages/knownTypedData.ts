import { checksumAddress } from 'latchkit/protocol';
import { allowance, PERMIT2, timeFact, timeOf } from '../model/allowance.js';
import type { Fact, Review, ReviewContext } from '../model/Review.js';
import { amountOf, poseWarning, readToken, tokenMark } from '../model/readToken.js';
import { permit2TypedData } from './permit2TypedData.js';
import type { TypedData, Values } from './readTypedData.js';

type Reader = (message: Values, token: string, context: ReviewContext) => Promise<Review>;

/** Reviews typed data that moves tokens or grants access to them; undefined if it is of no known kind. */
export async function knownTypedData(typed: TypedData, context: ReviewContext): Promise<Review | undefined> {
  const contract = typed.domain.verifyingContract;
  if (typeof contract !== 'string') return undefined;
  const shape = shapeOf(typed);
  if (contract.toLowerCase() === PERMIT2) return permit2TypedData(shape, typed.message, context);
  const read = TOKEN_KINDS.get(shape);
  if (read === undefined || !isOwn(typed.message, context)) return undefined;
  return read(typed.message, contract, context);
}

/** The primary type in EIP-712 encoding, without its referenced types: a name alone proves nothing. */
function shapeOf({ types, primaryType }: TypedData): string {
  const members = (types[primaryType] ?? []).map(({ name, type }) => `${type} ${name}`);
  return `${primaryType}(${members.join(',')})`;
}

/** Whether a permit is for the signer's own tokens. ERC-4494 names no owner, since the token has one. */
function isOwn({ owner, holder, from, authorizer }: Values, { account }: ReviewContext): boolean {
  const named = owner ?? holder ?? from ?? authorizer;
  return named === undefined || String(named).toLowerCase() === account.toLowerCase();
}

/** ERC-2612; contracts older than the standard use other names for the amount. */
const permit =
  (amount: 'value' | 'amount' | 'rawAmount' | 'wad', end: 'deadline' | 'expiry' = 'deadline'): Reader =>
  (message, token, context) =>
    allowance(
      {
        token,
        spender: String(message.spender),
        amount: BigInt(String(message[amount])),
        until: timeOf(message[end]),
      },
      context,
    );

const daiPermit: Reader = ({ spender, expiry, allowed }, token, context) => {
  const amount = allowed === true ? 2n ** 256n - 1n : 0n;
  // DAI treats an expiry of 0 as no expiry.
  const until = Number(expiry) === 0 ? undefined : timeOf(expiry);
  return allowance({ token, spender: String(spender), amount, until }, context);
};

/** ERC-4494: access to one collectible. */
const itemPermit: Reader = async ({ spender, tokenId, deadline }, token, context) => {
  const known = await readToken(token, context);
  const slots = { token: known.symbol, id: String(tokenId) };
  const until = timeOf(deadline);
  return {
    risk: 'R2',
    action: { text: 'action.approve' },
    changes: [
      { tone: 'risk', line: { text: 'change.itemRisk', slots }, note: { text: 'note.unknownToken' } },
    ],
    facts: [
      { label: 'fact.spender', value: { address: checksumAddress(String(spender)) } },
      { label: 'fact.token', value: { address: checksumAddress(token) } },
      ...(until === undefined ? [] : [timeFact('fact.until', until)]),
    ],
    ...{ warnings: poseWarning(known), blocks: [], raw: [] },
  };
};

/** EIP-3009: a transfer that anyone with the signature can submit; with `Receive…` only the recipient. */
const authorizedTransfer: Reader = async ({ to, value, validAfter, validBefore }, token, context) => {
  const known = await readToken(token, context);
  const [after, before] = [Number(validAfter) > 0 ? timeOf(validAfter) : undefined, timeOf(validBefore)];
  const times: readonly Fact[] = [
    ...(after === undefined ? [] : [timeFact('fact.notBefore', after)]),
    ...(before === undefined ? [] : [timeFact('fact.until', before)]),
  ];
  const slots = amountOf(known, BigInt(String(value)));
  return {
    risk: 'R2',
    action: { text: 'action.authorizeTransfer' },
    changes: [
      { tone: 'out', line: { text: 'change.out', slots }, ...tokenMark(known, BigInt(String(value))) },
    ],
    facts: [
      { label: 'fact.to', value: { address: checksumAddress(String(to)) } },
      { label: 'fact.token', value: { address: checksumAddress(token) } },
      ...times,
    ],
    ...{ warnings: poseWarning(known), blocks: [], raw: [] },
  };
};

const cancelledTransfer: Reader = async (_, token, context) => ({
  risk: 'R2',
  action: { text: 'action.cancelTransfer' },
  changes: [],
  facts: [{ label: 'fact.token', value: { address: checksumAddress(token) } }],
  ...{ warnings: poseWarning(await readToken(token, context)), blocks: [], raw: [] },
});

const PARTIES = 'address owner,address spender';
const TRANSFER = 'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce';

const TOKEN_KINDS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  [`Permit(${PARTIES},uint256 value,uint256 nonce,uint256 deadline)`, permit('value')],
  [`Permit(${PARTIES},uint256 amount,uint256 nonce,uint256 deadline)`, permit('amount')],
  [`Permit(${PARTIES},uint256 rawAmount,uint256 nonce,uint256 deadline)`, permit('rawAmount')],
  [`Permit(${PARTIES},uint256 wad,uint256 nonce,uint256 deadline)`, permit('wad')],
  [`Permit(${PARTIES},uint256 value,uint256 nonce,uint256 expiry)`, permit('value', 'expiry')],
  [`Permit(${PARTIES},uint256 amount,uint256 nonce,uint256 expiry)`, permit('amount', 'expiry')],
  [`Permit(${PARTIES},uint256 rawAmount,uint256 nonce,uint256 expiry)`, permit('rawAmount', 'expiry')],
  ['Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)', daiPermit],
  ['Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)', itemPermit],
  [`TransferWithAuthorization(${TRANSFER})`, authorizedTransfer],
  [`ReceiveWithAuthorization(${TRANSFER})`, authorizedTransfer],
  ['CancelAuthorization(address authorizer,bytes32 nonce)', cancelledTransfer],
]);
