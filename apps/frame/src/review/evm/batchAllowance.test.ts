import { encodeAccountCalls, type SignableOperation, smartAccountAddress } from 'latchkit/protocol';
import {
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
  parseAbi,
  serializeTransaction,
  size,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { chainTokens } from '../../chains/createTokenList.js';
import { PERMIT2 } from '../model/allowance.js';
import type { Review } from '../model/Review.js';
import { contextOf, OTHER, OWN, TOKEN } from '../model/reviewContext.test-support.js';
import { reviewSequence } from './reviewSequence.js';
import { reviewTransaction } from './reviewTransaction.js';
import { reviewUserOperation } from './reviewUserOperation.js';

const erc20 = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function decreaseAllowance(address spender, uint256 amount)',
]);
const UNIT = 1_000_000n;
const THIRD = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const ITEMS: Hex = '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0';
const listed = { address: TOKEN, name: 'USD Coin', symbol: 'USDC', decimals: 6 };

const answer = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value]);

/** A token of which the account has 5,000, and of which others may take what is given here; and collectibles. */
const read =
  (allowed: bigint | undefined) =>
  async (_: string, [call]: readonly unknown[]) => {
    const { data, to } = call as { readonly data?: string; readonly to?: string };
    if (to?.toLowerCase() === ITEMS.toLowerCase()) {
      if (data?.startsWith('0x01ffc9a780ac58cd')) return answer(1n);
      if (data === '0x95d89b41') return encodeAbiParameters([{ type: 'string' }], ['CAT']);
      throw new Error('No chain.');
    }
    if (data?.startsWith('0x70a08231')) return answer(5_000n * UNIT);
    if (data?.startsWith('0x18160ddd')) return answer(10n ** 15n);
    if (data?.startsWith('0xdd62ed3e') && allowed !== undefined) return answer(allowed);
    throw new Error('No chain.');
  };

interface Call {
  readonly to: Hex;
  readonly data: Hex;
}

const of =
  (functionName: 'approve' | 'increaseAllowance' | 'decreaseAllowance') =>
  (spender: string, dollars: bigint): Call => ({
    to: TOKEN,
    data: encodeFunctionData({ abi: erc20, functionName, args: [spender as Hex, dollars * UNIT] }),
  });
const [approve, increase, decrease] = [of('approve'), of('increaseAllowance'), of('decreaseAllowance')];

const permit2 = (spender: Hex, dollars: bigint): Call => ({
  to: PERMIT2,
  data: encodeFunctionData({
    abi: parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)']),
    args: [TOKEN, spender, dollars * UNIT, 2_000_000_000],
  }),
});
const everyItem = (approved: boolean): Call => ({
  to: ITEMS,
  data: encodeFunctionData({
    abi: parseAbi(['function setApprovalForAll(address operator, bool approved)']),
    args: [OTHER, approved],
  }),
});
const item: Call = {
  to: ITEMS,
  data: encodeFunctionData({ abi: erc20, functionName: 'approve', args: [OTHER, 7n] }),
};
const packed = ({ to, data }: Call): Call => ({
  to: THIRD,
  data: encodeFunctionData({
    abi: parseAbi(['function multiSend(bytes transactions)']),
    args: [
      encodePacked(
        ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
        [0, to, 0n, BigInt(size(data)), data],
      ),
    ],
  }),
});
/** The older `increaseApproval(address,uint256)`, which the wallet does not read. */
const unread: Call = { to: TOKEN, data: '0xd73dd623' };

const transaction = ({ to, data }: Call, nonce = 0) =>
  serializeTransaction({ type: 'eip1559', chainId: 1, nonce, to, data, gas: 60_000n });

const context = (allowed?: { readonly by: bigint | undefined }) =>
  contextOf({ tokens: async () => chainTokens([listed]), read: read(allowed ? allowed.by : 0n) });

const inSequence = (calls: readonly Call[], allowed?: { readonly by: bigint | undefined }) =>
  reviewSequence(calls.map(transaction), context(allowed));

const atOnce = (calls: readonly Call[], allowed?: { readonly by: bigint | undefined }) =>
  reviewUserOperation(
    JSON.stringify({
      operation: {
        sender: smartAccountAddress(OWN),
        nonce: '0x0',
        callData: encodeAccountCalls(calls.map(call => ({ ...call, value: 0n }))),
        callGasLimit: '0x30d40',
        verificationGasLimit: '0x30d40',
        preVerificationGas: '0x186a0',
        maxFeePerGas: '0x3b9aca00',
        maxPriorityFeePerGas: '0x0',
        signature: '0x',
      },
      validUntil: 0,
    } satisfies SignableOperation),
    context(allowed),
  );

const WAYS = [
  ['one after another', inSequence],
  ['at once', atOnce],
] as const;

/** Lines as `text amount`, and warnings. */
const shown = ({ changes, warnings }: Pick<Review, 'changes' | 'warnings'>) => [
  ...changes.map(({ line }) => {
    const amount = line.slots?.amount;
    return `${line.text.slice(7)}${typeof amount === 'object' ? ` ${amount.number}` : ''}`;
  }),
  ...warnings.map(({ text }) => text),
];

describe.each(WAYS)('calls about the access to one token, %s', (_, reviewed) => {
  it('do not end with access that is said to be gone', async () => {
    const given = 'upTo 5000';
    const cases: readonly (readonly [readonly Call[], readonly string[]])[] = [
      [
        [approve(OTHER, 5_000n), decrease(OTHER, 0n)],
        [given, 'lessAccess 0', given],
      ],
      [
        [approve(OTHER, 5_000n), decrease(OTHER, 1_000n)],
        [given, 'lessAccess 1000', 'upTo 4000'],
      ],
      // The spender who takes a part between the calls makes the decrease fail.
      [
        [approve(OTHER, 5_000n), decrease(OTHER, 5_000n)],
        [given, 'lessAccess 5000', 'warning.accessLeft'],
      ],
      [
        [decrease(OTHER, 0n), approve(OTHER, 5_000n)],
        ['lessAccess 0', given, 'warning.accessLeft'],
      ],
      [
        [approve(OTHER, 0n), approve(OTHER, 5_000n)],
        ['upTo 0', given],
      ],
      [
        [approve(OTHER, 5_000n), approve(OTHER, 0n)],
        [given, 'upTo 0'],
      ],
      // The same spender takes the same token by way of Permit2.
      [
        [permit2(OTHER, 5_000n), approve(OTHER, 0n)],
        [given, 'upTo 0'],
      ],
      [
        [approve(OTHER, 0n), permit2(OTHER, 5_000n)],
        ['upTo 0', given],
      ],
      [
        [approve(OTHER, 5_000n), permit2(OTHER, 0n)],
        [given, 'upTo 0'],
      ],
    ];
    for (const [calls, lines] of cases) expect(shown(await reviewed(calls))).toEqual(lines);
  });

  it('name whose access is gone, if nothing gives it back', async () => {
    const { changes, warnings } = await reviewed([approve(OTHER, 5_000n), approve(THIRD, 0n)]);
    expect(warnings).toEqual([]);
    expect(changes.map(({ line }) => line)).toMatchObject([
      { text: 'change.upTo' },
      { text: 'change.revoke', slots: { token: 'USDC', spender: '0x3C44…4293BC' } },
    ]);
    const all = await reviewed([everyItem(false), approve(THIRD, 5_000n)]);
    expect(all.changes[0]?.line).toEqual({
      text: 'change.revokeAll',
      slots: { token: 'CAT', spender: '0x7099…dc79C8' },
    });
  });

  it('say of no collectible that access to it is gone while it is given', async () => {
    const left = 'warning.accessLeft';
    expect(shown(await reviewed([everyItem(true), everyItem(false)]))).toEqual([
      'allTokens',
      'warning.allTokens',
      left,
    ]);
    expect(shown(await reviewed([item, everyItem(false)]))).toEqual(['itemRisk 1', left]);
    expect(shown(await reviewed([everyItem(false), item]))).toEqual(['itemRisk 1', left]);
  });

  it('count together what they give, whatever the number of slices and of spenders', async () => {
    const alone = await reviewed([increase(OTHER, 5_001n)]);
    expect(alone.risk).toBe('R3');
    const parts = {
      increases: Array.from({ length: 20 }, () => increase(OTHER, 4_900n)),
      spenders: [approve(OTHER, 4_900n), approve(THIRD, 101n)],
      permit2: [approve(OTHER, 4_900n), permit2(THIRD, 101n)],
      'an increase of what is given': [approve(OTHER, 4_900n), increase(OTHER, 101n)],
      'an approval after an increase': [increase(OTHER, 101n), approve(THIRD, 4_900n)],
    };
    for (const [name, calls] of Object.entries(parts)) {
      const { risk, warnings } = await reviewed(calls);
      expect([risk, warnings[0]?.text], name).toEqual(['R3', 'warning.unlimited']);
    }
    const less = {
      spenders: [approve(OTHER, 4_900n), approve(THIRD, 100n)],
      'the same one again': [approve(OTHER, 4_900n), approve(OTHER, 4_900n)],
      'what is taken back': [approve(OTHER, 4_900n), approve(OTHER, 0n), approve(THIRD, 4_900n)],
      'what Permit2 may take for others': [approve(PERMIT2, 5_000n), permit2(OTHER, 5_000n)],
    };
    for (const [name, calls] of Object.entries(less)) {
      const { risk, warnings } = await reviewed(calls);
      expect([risk, warnings], name).toEqual(['R2', []]);
    }
  });

  it('add to what the chain says only once', async () => {
    const calls = [increase(OTHER, 1_000n), increase(OTHER, 1_000n), decrease(OTHER, 500n)];
    const review = await reviewed(calls, { by: 2_000n * UNIT });
    expect(shown(review)).toEqual(['upTo 3000', 'upTo 4000', 'lessAccess 500', 'upTo 3500']);
    // What a simulation may find to leave is not counted twice.
    const access = review.changes.map(one => one.access && BigInt(one.access.amount) / UNIT);
    expect(access).toEqual([3_000n, 1_000n, undefined, 0n]);
  });

  it('are not sure of what is left if the chain does not say it, or a part cannot be read', async () => {
    const left = 'warning.accessLeft';
    const unknown = { by: undefined };
    expect(shown(await reviewed([increase(OTHER, 5n), approve(THIRD, 5n)], unknown))).toEqual([
      'upTo 5',
      'upTo 5',
      left,
    ]);
    for (const hidden of [unread, packed(approve(THIRD, 0n))]) {
      for (const end of [approve(OTHER, 0n), decrease(OTHER, 0n), permit2(OTHER, 0n), everyItem(false)])
        for (const calls of [
          [end, hidden],
          [hidden, end],
        ]) {
          const review = await reviewed(calls);
          expect(JSON.stringify(review.changes)).not.toContain('change.revoke');
          expect(review.warnings).toContainEqual({ text: left });
        }
    }
  });

  it('of a batch that runs as another account end no access of this one', async () => {
    const review = await reviewed([approve(OTHER, 5_000n), packed(approve(OTHER, 0n)), approve(THIRD, 1n)]);
    expect(shown(review)).toEqual(['upTo 5000', 'upTo 1', 'warning.accessLeft', 'warning.unlimited']);
  });
});

describe('one transaction', () => {
  it('with a batch that runs as another account ends no access of this one', async () => {
    for (const call of [approve(OTHER, 0n), decrease(OTHER, 1n), everyItem(false)]) {
      const review = await reviewTransaction(transaction(packed(call)), context({ by: UNIT }));
      expect(JSON.stringify(review.changes)).not.toContain('change.revoke');
      expect(review.warnings).toEqual([{ text: 'warning.accessLeft' }]);
    }
  });
});
