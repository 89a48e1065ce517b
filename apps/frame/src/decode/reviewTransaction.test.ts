import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
  parseAbi,
  serializeTransaction,
  size,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { chainTokens } from '../chain/chainTokens.js';
import { contextOf, OTHER, OWN, TOKEN } from './reviewContext.test-support.js';
import { reviewTransaction } from './reviewTransaction.js';

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function multiSend(bytes transactions)',
]);
const MAX = 2n ** 256n - 1n;

/** Answers as a token's contract does. */
const token =
  (facts: { symbol?: string; decimals?: bigint; is721?: boolean }) =>
  async (_method: string, [call]: readonly unknown[]) => {
    const { data } = call as { readonly data: string };
    if (data === '0x95d89b41') return encodeAbiParameters([{ type: 'string' }], [facts.symbol ?? '']);
    if (data === '0x313ce567' && facts.decimals !== undefined) {
      return encodeAbiParameters([{ type: 'uint256' }], [facts.decimals]);
    }
    if (data.startsWith('0x01ffc9a780ac58cd')) {
      return encodeAbiParameters([{ type: 'bool' }], [facts.is721 ?? false]);
    }
    throw new Error('Reverted.');
  };
const coin = contextOf({ read: token({ symbol: 'USDC', decimals: 6n }) });

const review = (
  {
    to = TOKEN,
    value = 0n,
    data = '0x',
    chainId = 1,
  }: { to?: string | null; value?: bigint; data?: Hex; chainId?: number },
  context = coin,
) =>
  reviewTransaction(
    serializeTransaction({
      type: 'eip1559',
      chainId,
      nonce: 3,
      ...(to === null ? {} : { to: to as Hex }),
      value,
      data,
      gas: 50_000n,
      maxFeePerGas: 2_000_000_000n,
      maxPriorityFeePerGas: 1n,
    }),
    context,
  );

describe('reviewTransaction', () => {
  it('reads a plain payment and the most that its fee may be', async () => {
    expect(await review({ to: OTHER, value: 10n ** 17n })).toMatchObject({
      risk: 'R2',
      action: { text: 'action.send' },
      changes: [
        { tone: 'out', line: { text: 'change.out', slots: { amount: { number: '0.1' }, token: 'ETH' } } },
      ],
      facts: [
        { label: 'fact.to', value: { address: OTHER } },
        { label: 'fact.fee', value: { slots: { amount: { number: '0.0001' } } } },
      ],
    });
  });

  it("takes a token's name from its contract, and calls it unknown all the same", async () => {
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [OTHER, 2_500_000n] });
    expect(await review({ data })).toMatchObject({
      risk: 'R2',
      changes: [
        {
          line: { slots: { amount: { number: '2.5' }, token: 'USDC' } },
          note: { text: 'note.unknownToken' },
        },
      ],
    });
    expect((await review({ data }, contextOf())).changes).toMatchObject([
      { line: { slots: { amount: { number: '2500000' } } }, note: { text: 'note.unknownUnits' } },
    ]);
  });

  it('writes a hostile symbol out and clips it [SEC-66]', async () => {
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [OTHER, 1n] });
    const hostile = contextOf({ read: token({ symbol: `\u202E<b>${'x'.repeat(10_000)}`, decimals: 0n }) });
    const [change] = (await review({ data }, hostile)).changes;
    expect(change?.line.slots?.token).toBe('⟨U+202E⟩<b>xxxxxxxxxxxx…');
  });

  it('counts access without limit as R3, limited access as R2', async () => {
    for (const functionName of ['approve', 'increaseAllowance'] as const) {
      const limited = encodeFunctionData({ abi, functionName, args: [OTHER, 5n] });
      expect(await review({ data: limited })).toMatchObject({ risk: 'R2', warnings: [] });
      const unlimited = encodeFunctionData({ abi, functionName, args: [OTHER, MAX] });
      expect(await review({ data: unlimited })).toMatchObject({
        risk: 'R3',
        changes: [{ tone: 'risk', line: { text: 'change.unlimited' } }],
      });
    }
    const all = encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [OTHER, true] });
    expect(await review({ data: all })).toMatchObject({
      risk: 'R3',
      warnings: [{ text: 'warning.allTokens' }],
    });
    const none = encodeFunctionData({ abi, functionName: 'approve', args: [OTHER, 0n] });
    expect(await review({ data: none })).toMatchObject({ risk: 'R2', action: { text: 'action.revoke' } });
  });

  it('tells a collectible from coins by its contract', async () => {
    const data = encodeFunctionData({ abi, functionName: 'transferFrom', args: [OWN, OTHER, 77n] });
    const collectible = contextOf({ read: token({ symbol: 'CAT', is721: true }) });
    expect((await review({ data }, collectible)).changes).toMatchObject([
      { tone: 'out', line: { text: 'change.itemOut', slots: { token: 'CAT', id: '77' } } },
    ]);
    expect((await review({ data })).changes).toMatchObject([{ line: { text: 'change.out' } }]);
  });

  it('counts what it cannot read as R3, other encodings of what it knows among them', async () => {
    const known = encodeFunctionData({ abi, functionName: 'transfer', args: [OTHER, 1n] });
    const unread: readonly Hex[] = [
      '0xdeadbeef',
      concat([known, '0x00']),
      known.replace(/^(0x.{8})0/, '$1f') as Hex,
      '0xa9059cbb',
    ];
    for (const data of unread) {
      expect(await review({ data }), data).toMatchObject({
        risk: 'R3',
        action: { text: 'action.call' },
        warnings: [{ text: 'warning.unknownCall' }],
      });
    }
    expect(await review({ to: null, data: '0x6000' })).toMatchObject({
      risk: 'R3',
      action: { text: 'action.deploy' },
    });
  });

  it('reads the calls of a batch, and blocks one that runs foreign code', async () => {
    const inner = encodeFunctionData({ abi, functionName: 'transfer', args: [OTHER, 1n] });
    const call = (operation: number) =>
      encodePacked(
        ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
        [operation, TOKEN, 0n, BigInt(size(inner)), inner],
      );
    const batch = (operation: number) =>
      encodeFunctionData({ abi, functionName: 'multiSend', args: [concat([call(0), call(operation)])] });
    expect(await review({ data: batch(0) })).toMatchObject({
      risk: 'R3',
      action: { text: 'action.batch' },
      changes: [{}, {}],
      blocks: [],
    });
    expect((await review({ data: batch(1) })).blocks).toEqual([{ text: 'block.delegate' }]);
  });

  it('blocks a transaction for another network than the one that is shown [SEC-65]', async () => {
    expect((await review({ to: OTHER, value: 1n, chainId: 10 })).blocks).toHaveLength(1);
  });

  describe('of a token that the list names', () => {
    const listed = (symbol: string, address = TOKEN) => {
      const image = 'USDC.0123456789abcdef';
      return async () => chainTokens([{ address, name: 'USD Coin\u202e', symbol, decimals: 6, image }]);
    };
    const transfer = encodeFunctionData({ abi, functionName: 'transfer', args: [OTHER, 12_500_000n] });

    it('reads amount and name from the list, whatever the contract says of itself, and asks it nothing [SEC-66]', async () => {
      const asked: unknown[] = [];
      const read = async (...call: unknown[]) => asked.push(call);
      const { changes, warnings } = await review(
        { data: transfer },
        contextOf({ read, tokens: listed('USDC') }),
      );
      expect(changes).toEqual([
        {
          tone: 'out',
          line: { text: 'change.out', slots: { amount: { number: '12.5' }, token: 'USDC' } },
          note: { text: 'note.listedToken', slots: { name: 'USD Coin⟨U+202E⟩' } },
          image: 'USDC.0123456789abcdef',
        },
      ]);
      expect([warnings, asked]).toEqual([[], []]);
    });

    it('warns of another contract that takes its name: a transfer, and what lets others spend [SEC-66]', async () => {
      const context = contextOf({
        read: token({ symbol: 'UЅDC', decimals: 6n }),
        tokens: listed('USDC', OWN),
      });
      const approve = encodeFunctionData({ abi, functionName: 'approve', args: [OTHER, 5n] });
      for (const data of [transfer, approve]) {
        const { changes, warnings } = await review({ data }, context);
        expect(changes[0]).toMatchObject({ note: { text: 'note.unknownToken' } });
        expect(changes[0]).not.toHaveProperty('image');
        expect(warnings).toEqual([{ text: 'warning.poses', slots: { token: 'UЅDC' } }]);
      }
    });
  });
});
