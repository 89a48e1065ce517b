import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
  parseAbi,
  serializeTransaction,
  size,
  toHex,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { chainTokens } from '../../chains/createTokenList.js';
import { contextOf, OTHER, OWN, reverted, TOKEN } from '../model/reviewContext.test-support.js';
import { reviewTransaction } from './reviewTransaction.js';

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function decreaseAllowance(address spender, uint256 amount)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function multiSend(bytes transactions)',
]);
const MAX = 2n ** 256n - 1n;

interface TokenFacts {
  readonly symbol?: string;
  readonly decimals?: bigint;
  readonly is721?: boolean;
  readonly balance?: bigint;
  readonly supply?: bigint;
  /** The spender's current allowance. */
  readonly allowance?: bigint;
}

/** Responds like a token's contract. */
const token =
  (facts: TokenFacts) =>
  async (_method: string, [call]: readonly unknown[]) => {
    const { data } = call as { readonly data: string };
    if (data === '0x95d89b41') return encodeAbiParameters([{ type: 'string' }], [facts.symbol ?? '']);
    if (data === '0x313ce567' && facts.decimals !== undefined) {
      return encodeAbiParameters([{ type: 'uint256' }], [facts.decimals]);
    }
    if (data.startsWith('0x01ffc9a780ac58cd')) {
      return encodeAbiParameters([{ type: 'bool' }], [facts.is721 ?? false]);
    }
    const numbers = {
      [`0x70a08231${word(OWN)}`]: facts.balance,
      '0x18160ddd': facts.supply,
      [`0xdd62ed3e${word(OWN)}${word(OTHER)}`]: facts.allowance,
    };
    const number = numbers[data];
    if (number !== undefined) return encodeAbiParameters([{ type: 'uint256' }], [number]);
    throw reverted();
  };
const word = (address: string) => address.slice(2).toLowerCase().padStart(64, '0');
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
  it('reads a plain payment and its maximum fee', async () => {
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

  it("shows the name from a token's contract and still calls the token unknown", async () => {
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

  it('names a token without a symbol by its shortened address', async () => {
    const nameless = contextOf({ read: token({ decimals: 0n }) });
    const approve = encodeFunctionData({ abi, functionName: 'approve', args: [OTHER, MAX] });
    const slots = { token: expect.stringMatching(/^0x[0-9a-fA-F]{4}…[0-9a-fA-F]{6}$/) };
    expect(await review({ data: approve }, nameless)).toMatchObject({
      changes: [{ line: { text: 'change.unlimited', slots } }],
      warnings: [{ text: 'warning.unlimited', slots }],
    });
    const all = encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [OTHER, true] });
    expect(await review({ data: all }, nameless)).toMatchObject({
      changes: [{ line: { text: 'change.allTokens', slots } }],
      warnings: [{ text: 'warning.allTokens', slots }],
    });
  });

  it('escapes and clips a hostile symbol [SEC-66]', async () => {
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [OTHER, 1n] });
    const hostile = contextOf({ read: token({ symbol: `\u202E<b>${'x'.repeat(10_000)}`, decimals: 0n }) });
    const [change] = (await review({ data }, hostile)).changes;
    expect(change?.line.slots?.token).toBe('⟨U+202E⟩<b>xxxxxxxxxxxx…');
  });

  it('classifies unlimited access as R3 and limited access as R2', async () => {
    for (const functionName of ['approve', 'increaseAllowance'] as const) {
      const limited = encodeFunctionData({ abi, functionName, args: [OTHER, 5n] });
      // Nothing says what an increase adds to.
      const warnings = functionName === 'approve' ? [] : [{ text: 'warning.accessLeft' }];
      expect(await review({ data: limited })).toMatchObject({ risk: 'R2', warnings });
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
    expect(await review({ data: none })).toMatchObject({
      risk: 'R2',
      action: { text: 'action.revoke' },
      changes: [{ tone: 'in' }],
    });
  });

  it('shows no end of access when 0 may be a collectible, because nothing says what the token is [SEC-108]', async () => {
    const none = encodeFunctionData({ abi, functionName: 'approve', args: [OTHER, 0n] });
    expect(await review({ data: none }, contextOf())).toMatchObject({
      action: { text: 'action.approve' },
      changes: [{ tone: 'risk', line: { text: 'change.itemRisk', slots: { id: '0' } } }],
    });
  });

  it('counts what exceeds the balance or the supply as access without limit', async () => {
    const approved = async (amount: bigint, facts: Partial<TokenFacts>) => {
      const context = contextOf({ read: token({ symbol: 'USDC', decimals: 6n, ...facts }) });
      const data = encodeFunctionData({ abi, functionName: 'approve', args: [OTHER, amount] });
      const { risk, changes, facts: shown } = await review({ data }, context);
      return [risk, changes[0]?.line.text, shown.some(({ label }) => label === 'fact.amount')];
    };
    const unlimited = ['R3', 'change.unlimited', false];
    for (const amount of [2n ** 255n - 1n, 2n ** 200n, 2n ** 128n]) {
      expect(await approved(amount, {}), String(amount)).toEqual(unlimited);
    }
    const known = { balance: 50n, supply: 1_000n };
    expect(await approved(50n, known)).toEqual(['R2', 'change.upTo', false]);
    expect(await approved(51n, known)).toEqual(['R3', 'change.unlimited', true]);
    expect(await approved(1_001n, { supply: 1_000n })).toEqual(['R3', 'change.unlimited', true]);
    expect(await approved(1n, { balance: 0n })).toEqual(['R3', 'change.unlimited', true]);
  });

  it('reports the coin shortage for the payment and its fee, rounded up', async () => {
    const short = async (balance: unknown, chainId = 'eip155:1') => {
      const read = async (method: string) => {
        if (method === 'eth_getBalance') return balance;
        throw new Error('No chain.');
      };
      const payload = serializeTransaction({
        ...{ type: 'eip1559', chainId: Number(chainId.slice(7)), nonce: 0, to: OTHER, value: 10n ** 16n },
        ...{ gas: 21_000n, maxFeePerGas: 1_000_000_001n, maxPriorityFeePerGas: 1n },
      });
      return (await reviewTransaction(payload, contextOf({ chainId, read }))).shortage;
    };
    const needed = 10n ** 16n + 21_000n * 1_000_000_001n;
    const slots = (missing: string, balance: string) => ({
      ...{ missing: { number: missing }, needed: { number: '0.010022' }, balance: { number: balance } },
    });
    expect(await short('0x0')).toEqual({
      text: 'shortage.coin',
      slots: { ...slots('0.010022', '0'), token: 'ETH' },
    });
    expect(await short(toHex(needed - 1n))).toMatchObject({ slots: slots('0.000001', '0.010021') });
    expect(await short('0x0', 'eip155:31337')).toEqual({
      text: 'shortage.coins',
      slots: slots('0.010022', '0'),
    });
    expect(await short(toHex(needed))).toBeUndefined();
    for (const unknown of [undefined, null, 'none']) expect(await short(unknown)).toBeUndefined();
  });

  it('adds an increase to the existing allowance', async () => {
    const data = encodeFunctionData({ abi, functionName: 'increaseAllowance', args: [OTHER, 5n] });
    const increased = async (allowance: bigint) => {
      const read = token({ symbol: 'USDC', decimals: 0n, balance: 50n, allowance });
      return (await review({ data }, contextOf({ read }))).changes[0]?.line;
    };
    expect(await increased(45n)).toMatchObject({ text: 'change.upTo', slots: { amount: { number: '50' } } });
    expect(await increased(46n)).toMatchObject({ text: 'change.unlimited' });
  });

  it('reports what remains after a decrease', async () => {
    const decreased = async (amount: bigint, facts: TokenFacts) => {
      const data = encodeFunctionData({ abi, functionName: 'decreaseAllowance', args: [OTHER, amount] });
      const context = contextOf({ read: token({ symbol: 'USDC', decimals: 0n, ...facts }) });
      const { changes, warnings } = await review({ data }, context);
      const numbers = changes.map(({ line }) => [line.text, line.slots?.amount]);
      return [...numbers, ...warnings.map(({ text }) => text)];
    };
    const less = (number: string) => ['change.lessAccess', { number }];
    expect(await decreased(1n, { allowance: 8n, balance: 9n })).toEqual([
      less('1'),
      ['change.upTo', { number: '7' }],
    ]);
    expect(await decreased(1n, { allowance: MAX })).toMatchObject([less('1'), ['change.unlimited', {}]]);
    expect(await decreased(8n, { allowance: 8n })).toEqual([['change.revoke', undefined]]);
    expect(await decreased(1n, {})).toEqual([less('1'), 'warning.accessLeft']);
    expect(await decreased(9n, { allowance: 8n })).toEqual([less('9'), 'warning.accessLeft']);
  });

  it('reads a Permit2 contract permit without expiry and an EIP-3009 transfer', async () => {
    const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
    const args = [TOKEN, OTHER, 5n, 2 ** 48 - 1] as const;
    const forever = encodeFunctionData({ abi, functionName: 'approve', args });
    expect(await review({ to: permit2, data: forever })).toMatchObject({
      risk: 'R2',
      changes: [{ line: { text: 'change.upTo' } }],
    });
    const zero = `0x${'00'.repeat(32)}` as const;
    const authorized = encodeFunctionData({
      abi,
      functionName: 'transferWithAuthorization',
      args: [OWN, OTHER, 5_000_000n, 0n, 1n, zero, 27, zero, zero],
    });
    expect(await review({ data: authorized })).toMatchObject({
      risk: 'R2',
      changes: [{ tone: 'out', line: { slots: { amount: { number: '5' }, token: 'USDC' } } }],
    });
  });

  it('distinguishes collectibles from coins by their contract', async () => {
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

  it('reads the calls of a batch and blocks a batch that runs foreign code', async () => {
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

    it('reads amount and name from the list, whatever the contract claims, and asks it only for its factor [SEC-66]', async () => {
      const asked: unknown[] = [];
      const read = async (...call: unknown[]) => {
        asked.push(call);
        throw reverted();
      };
      const { changes, warnings } = await review(
        { data: transfer },
        contextOf({ read, tokens: listed('USDC') }),
      );
      expect(changes).toEqual([
        {
          tone: 'out',
          loss: { token: TOKEN.toLowerCase(), amount: '12500000' },
          line: { text: 'change.out', slots: { amount: { number: '12.5' }, token: 'USDC' } },
          note: { text: 'note.listedToken', slots: { name: 'USD Coin⟨U+202E⟩' } },
          image: 'USDC.0123456789abcdef',
        },
      ]);
      // The chain reports the account's balance; of the contract, only ERC-8056 is asked for.
      const scale = ['eth_call', [{ to: TOKEN.toLowerCase(), data: '0xa60bf13d' }, 'latest']];
      expect([warnings, asked]).toEqual([[], [['eth_getBalance', [OWN, 'latest']], scale]]);
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
