import type { SessionGrant } from 'latchkit/protocol';
import {
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  serializeTransaction,
  toHex,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { chainTokens } from '../chains/createTokenList.js';
import { addSimulation } from './addSimulation.js';
import { reviewPermissions } from './evm/reviewPermission.js';
import { reviewTransaction } from './evm/reviewTransaction.js';
import { reviewTypedData } from './messages/reviewTypedData.js';
import type { Change, Review, ReviewContext } from './model/Review.js';
import { areScalesCurrent } from './model/readScale.js';
import { contextOf, OTHER, OWN, reverted, TOKEN } from './model/reviewContext.test-support.js';

/** A contract that shows its amounts times 1.25, or by another factor. */
const scaled =
  (factor = 1_250_000_000_000_000_000n): ReviewContext['read'] =>
  async (_, [call]) => {
    const { data } = call as { readonly data: string };
    if (data === '0xa60bf13d') return toHex(factor, { size: 32 });
    if (data === '0x95d89b41') return encodeAbiParameters([{ type: 'string' }], ['SHARE']);
    if (data === '0x313ce567') return toHex(6, { size: 32 });
    throw reverted();
  };
const listed = async () =>
  chainTokens([{ address: TOKEN, name: 'Share', symbol: 'SHARE', decimals: 6, image: 'S.0123456789abcdef' }]);

/** 8 move, and 10 are shown. */
const UNITS = 8_000_000n;
const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function decreaseAllowance(address spender, uint256 amount)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
]);
const NONE = toHex(0, { size: 32 });

const called = (data: Hex, context: ReviewContext) =>
  reviewTransaction(
    serializeTransaction({
      type: 'eip1559',
      chainId: 1,
      nonce: 0,
      to: TOKEN,
      data,
      gas: 50_000n,
      maxFeePerGas: 1n,
      maxPriorityFeePerGas: 1n,
    }),
    context,
  );

const field = (type: string, name: string) => ({ name, type });
const typed = (
  primaryType: string,
  fields: readonly [string, string][],
  message: object,
  context: ReviewContext,
) =>
  reviewTypedData(
    JSON.stringify({
      types: {
        EIP712Domain: [
          field('string', 'name'),
          field('uint256', 'chainId'),
          field('address', 'verifyingContract'),
        ],
        [primaryType]: fields.map(([type, name]) => field(type, name)),
      },
      primaryType,
      domain: { name: 'Share', chainId: 1, verifyingContract: TOKEN },
      message,
    }),
    context,
  );

const EMPTY: Review = {
  risk: 'R2',
  action: { text: 'action.send' },
  changes: [],
  facts: [],
  warnings: [],
  blocks: [],
  raw: [],
};
const grant: SessionGrant = {
  kind: 'token',
  key: OTHER,
  target: TOKEN,
  selector: '0xa9059cbb',
  limit: UNITS,
  period: 86_400,
  start: 1_800_000_000,
  end: 1_800_000_000 + 86_400,
  salt: NONE,
} as unknown as SessionGrant;

type Place = readonly [name: string, (context: ReviewContext) => Review | Promise<Review>];
const PLACES: readonly Place[] = [
  ['transfer', c => called(encodeFunctionData({ abi, functionName: 'transfer', args: [OTHER, UNITS] }), c)],
  [
    'transferFrom',
    c => called(encodeFunctionData({ abi, functionName: 'transferFrom', args: [OWN, OTHER, UNITS] }), c),
  ],
  ['approve', c => called(encodeFunctionData({ abi, functionName: 'approve', args: [OTHER, UNITS] }), c)],
  [
    'increaseAllowance',
    c => called(encodeFunctionData({ abi, functionName: 'increaseAllowance', args: [OTHER, UNITS] }), c),
  ],
  [
    'transferWithAuthorization',
    c => {
      const args = [OWN, OTHER, UNITS, 0n, 1_900_000_000n, NONE, 27, NONE, NONE] as const;
      return called(encodeFunctionData({ abi, functionName: 'transferWithAuthorization', args }), c);
    },
  ],
  [
    'a permit (EIP-2612)',
    c =>
      typed(
        'Permit',
        [
          ['address', 'owner'],
          ['address', 'spender'],
          ['uint256', 'value'],
          ['uint256', 'nonce'],
          ['uint256', 'deadline'],
        ],
        { owner: OWN, spender: OTHER, value: String(UNITS), nonce: 0, deadline: 1_900_000_000 },
        c,
      ),
  ],
  [
    'an authorised transfer (EIP-3009)',
    c =>
      typed(
        'TransferWithAuthorization',
        [
          ['address', 'from'],
          ['address', 'to'],
          ['uint256', 'value'],
          ['uint256', 'validAfter'],
          ['uint256', 'validBefore'],
          ['bytes32', 'nonce'],
        ],
        {
          from: OWN,
          to: OTHER,
          value: String(UNITS),
          validAfter: 0,
          validBefore: 1_900_000_000,
          nonce: NONE,
        },
        c,
      ),
  ],
  ['a permission', c => reviewPermissions([grant], { isFirst: false, registered: undefined }, c)],
  [
    'a simulation that takes it',
    c =>
      addSimulation(EMPTY, { warnings: [], moves: [{ token: TOKEN.toLowerCase(), out: UNITS, in: 0n }] }, c),
  ],
  [
    'a simulation that brings it',
    c =>
      addSimulation(EMPTY, { warnings: [], moves: [{ token: TOKEN.toLowerCase(), out: 0n, in: UNITS }] }, c),
  ],
];

const shownIn = ({ changes }: Review) => changes.map(({ line, note, scale }) => ({ line, note, scale }));
const of = (change: Change['line']['slots'], note: Change['note']) => [
  {
    line: expect.objectContaining({ slots: expect.objectContaining({ ...change, token: 'SHARE' }) }),
    note,
    scale: { token: expect.stringMatching(new RegExp(`^${TOKEN}$`, 'i')), factor: '1.25' },
  },
];

describe('a scaled token', () => {
  it.each(PLACES)('is reviewed with what it shows and what moves: %s (RV-26)', async (_, review) => {
    const slots = { amount: { number: '8' }, factor: { number: '1.25' } };
    const named = await review(contextOf({ read: scaled(), tokens: listed }));
    expect(shownIn(named)).toEqual(
      of({ amount: { number: '10' } }, { text: 'note.listedScaled', slots: { name: 'Share', ...slots } }),
    );
    const unnamed = await review(contextOf({ read: scaled() }));
    expect(shownIn(unnamed)).toEqual(of({ amount: { number: '10' } }, { text: 'note.unknownScaled', slots }));
  });

  it.each(PLACES)(
    'of the list is named as one that may be scaled while the chain is silent: %s (RV-26)',
    async (_, review) => {
      const [change] = (await review(contextOf({ tokens: listed }))).changes;
      expect(change).toMatchObject({
        line: { slots: { amount: { number: '8' } } },
        note: { text: 'note.listedUnread', slots: { name: 'Share' } },
      });
      const limited = contextOf({
        tokens: listed,
        read: async () => {
          throw Object.assign(reverted(), { cause: { code: 'CALL_FAILED', context: { rpcCode: -32_005 } } });
        },
      });
      expect((await review(limited)).changes[0]?.note?.text).toBe('note.listedUnread');
    },
  );

  it.each(PLACES)('is not signed once it shows something else: %s (RV-26)', async (_, review) => {
    const reviewed = await review(contextOf({ read: scaled() }));
    const seen = reviewed.changes.flatMap(({ scale }) => scale ?? []);
    const now = (read?: ReviewContext['read']) => areScalesCurrent(seen, contextOf(read && { read }));
    expect([await now(scaled()), await now(scaled(2n * 10n ** 18n)), await now()]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('has no limit of a permission that the user could lower, because it shows another amount (RV-26)', async () => {
    const limitsOf = async (read: ReviewContext['read']) => {
      const context = contextOf({ read });
      return (await reviewPermissions([grant], { isFirst: false, registered: undefined }, context)).limits;
    };
    expect(await limitsOf(scaled())).toEqual([{ amount: undefined, end: grant.end }]);
    expect(await limitsOf(scaled(10n ** 18n))).toMatchObject([{ amount: { value: String(UNITS) } }]);
  });
});
