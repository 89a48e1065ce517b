import { base58, base64 } from '@scure/base';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { chainTokens } from '../../chains/createTokenList.js';
import { contextOf } from '../model/reviewContext.test-support.js';
import { reviewSolanaTransaction } from './reviewSolanaTransaction.js';
import { PROGRAMS } from './solanaPrograms.js';

const key = (fill: number) => base58.encode(new Uint8Array(32).fill(fill));
const OWN = key(1);
const OTHER = key(2);
const MINT = key(3);
const SOURCE = key(4);
const TARGET = key(5);
/** A chain that knows the blockhash and returns nothing else. */
const read = async (method: string): Promise<unknown> => {
  if (method === 'isBlockhashValid') return { value: true };
  throw new Error('No chain.');
};
const context = contextOf({ chainId: 'solana:EtWTRABZaYq6iMFeYKouRu166VU2xqa1', account: OWN, read });

interface Instruction {
  readonly program: string;
  readonly accounts?: readonly string[];
  readonly data?: readonly number[];
}

/** A transaction in wire form, with one signer and an empty signature. */
function wire(
  instructions: readonly Instruction[],
  lookup?: { table: string; indexes: readonly number[] },
  blockhash = key(8),
) {
  const accounts = [
    ...new Set([OWN, ...instructions.flatMap(one => [...(one.accounts ?? []), one.program])]),
  ].filter(one => !one.startsWith('lookup:'));
  const at = (account: string) =>
    account.startsWith('lookup:') ? accounts.length + Number(account.slice(7)) : accounts.indexOf(account);
  const body = instructions.flatMap(({ program, accounts: used = [], data = [] }) => [
    at(program),
    used.length,
    ...used.map(at),
    data.length,
    ...data,
  ]);
  const lookups = lookup && [1, ...base58.decode(lookup.table), lookup.indexes.length, ...lookup.indexes, 0];
  const message = [
    ...(lookups ? [0x80] : []),
    ...[1, 0, 0, accounts.length],
    ...accounts.flatMap(one => [...base58.decode(one)]),
    ...base58.decode(blockhash),
    instructions.length,
    ...body,
    ...(lookups ?? []),
  ];
  return base64.encode(Uint8Array.from([1, ...new Uint8Array(64), ...message]));
}

const number = (value: bigint, bytes: number) =>
  Array.from({ length: bytes }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn));

const pay: Instruction = {
  program: PROGRAMS.system,
  accounts: [OWN, OTHER],
  data: [...number(2n, 4), ...number(1_500_000_000n, 8)],
};

const away = async (): Promise<unknown> => {
  throw new Error('No chain.');
};

describe('reviewSolanaTransaction', () => {
  it('reads a payment, its memo and its maximum fee', async () => {
    const memo = { program: PROGRAMS.memo, data: [...new TextEncoder().encode('Hi\u202E')] };
    const limit = { program: PROGRAMS.budget, data: [2, ...number(100_000n, 4)] };
    const price = { program: PROGRAMS.budget, data: [3, ...number(1_000_000n, 8)] };
    expect(await reviewSolanaTransaction(wire([limit, price, pay, memo]), context)).toMatchObject({
      risk: 'R2',
      action: { text: 'action.send' },
      changes: [{ tone: 'out', line: { slots: { amount: { number: '1.5' }, token: 'SOL' } } }],
      facts: [
        { label: 'fact.to', value: { plain: OTHER } },
        { label: 'fact.memo', value: { plain: 'Hi⟨U+202E⟩' } },
        { label: 'fact.fee', value: { slots: { amount: { number: '0.000105' } } } },
      ],
      warnings: [],
    });
  });

  it('shows a high fee as a loss, if the account pays it', async () => {
    const limit = { program: PROGRAMS.budget, data: [2, ...number(1_000n, 4)] };
    const price = (lamports: bigint) => ({
      program: PROGRAMS.budget,
      data: [3, ...number(lamports * 1_000_000n, 8), 7],
    });
    const payload = (lamports: bigint) => wire([limit, price(lamports), pay]);
    const high = await reviewSolanaTransaction(payload(996n), context);
    const slots = { amount: { number: '0.001001' }, token: 'SOL' };
    expect(high.changes).toMatchObject([
      { tone: 'out', line: { text: 'change.upTo', slots }, note: { text: 'fact.fee' } },
      { tone: 'out', line: { slots: { amount: { number: '1.5' } } } },
    ]);
    expect(high).toMatchObject({ risk: 'R2', warnings: [{ text: 'warning.spends', slots }] });
    for (const [lamports, account] of [
      [995n, OWN],
      [996n, OTHER],
    ] as const) {
      const usual = await reviewSolanaTransaction(payload(lamports), { ...context, account });
      expect(usual.changes.filter(({ note }) => note !== undefined)).toEqual([]);
      expect(usual.warnings).toEqual([]);
    }
  });

  it('shows the deposits of token accounts that the account pays, as much as they can be', async () => {
    const create = (
      data: readonly number[],
      { payer = OWN, owner = OTHER, program = PROGRAMS.token as string } = {},
    ) => ({
      program: PROGRAMS.associated,
      accounts: [payer, TARGET, owner, MINT, PROGRAMS.system, program],
      data,
    });
    const shown = async (...instructions: readonly Instruction[]) => {
      const { risk, changes, warnings } = await reviewSolanaTransaction(wire(instructions), context);
      return [risk, changes.map(({ tone, line }) => [tone, line.slots?.amount]), warnings.length];
    };
    const loss = (number: string) => ['out', { number }];
    expect(await shown(create([]))).toEqual(['R2', [loss('0.00203928')], 0]);
    expect(await shown(create([0]), create([1], { owner: OWN }))).toEqual(['R2', [loss('0.00407856')], 0]);
    expect(await shown(create([], { program: PROGRAMS.token2022 }), pay)).toEqual([
      'R2',
      [loss('0.0025'), loss('1.5')],
      0,
    ]);
    expect(await shown(create([], { payer: OTHER }))).toEqual(['R2', [], 0]);
    // Another program, which could ask for any size, and what the program does not know.
    for (const unknown of [create([], { program: key(9) }), create([2]), create([1, 0])])
      expect(await shown(unknown)).toEqual(['R3', [], 1]);
  });

  it('shows no income as certain, which may be in a transaction that never lands', async () => {
    const paid = { ...pay, accounts: [OTHER, OWN] };
    const { changes, facts } = await reviewSolanaTransaction(wire([paid]), context);
    expect(changes).toEqual([]);
    const slots = { amount: { number: '1.5' }, token: 'SOL' };
    expect(facts.slice(0, 3)).toEqual([
      { label: 'fact.from', value: { plain: OTHER } },
      { label: 'fact.to', value: { plain: OWN } },
      { label: 'fact.amount', value: { text: 'change.in', slots } },
    ]);
  });

  it("names a listed token if the instruction enforces the list's decimals [SEC-66]", async () => {
    const listed = { address: MINT, name: 'USD Coin', symbol: 'USDC', decimals: 3 };
    const tokens = async () => chainTokens([listed]);
    const sent = async (decimals: number) => {
      const data = [12, ...number(2_500n, 8), decimals];
      const checked = { program: PROGRAMS.token, accounts: [SOURCE, MINT, TARGET, OWN], data };
      return (await reviewSolanaTransaction(wire([checked]), { ...context, tokens })).changes[0];
    };
    expect(await sent(3)).toMatchObject({
      line: { slots: { amount: { number: '2.5' }, token: 'USDC' } },
      note: { text: 'note.listedToken', slots: { name: 'USD Coin' } },
    });
    expect(await sent(2)).toMatchObject({
      line: { slots: { amount: { number: '25' }, token: expect.stringContaining('…') } },
      note: { text: 'note.unknownToken' },
    });
  });

  it.each([
    ['a transfer', [12, ...number(8_000n, 8), 3]],
    ['a transfer with a fee', [26, 1, ...number(8_000n, 8), 3, ...number(1n, 8)]],
    ['access', [13, ...number(8_000n, 8), 3]],
    ['what is burnt', [15, ...number(8_000n, 8), 3]],
  ])('shows of a scaled token what it shows and what moves: %s (RV-26)', async (_, data) => {
    const mint = new Uint8Array(166 + 4 + 56);
    const view = new DataView(mint.buffer);
    view.setUint16(166, 25, true);
    view.setUint16(168, 56, true);
    view.setFloat64(170 + 32, 1.25, true);
    view.setBigInt64(170 + 40, 100n, true);
    view.setFloat64(170 + 48, 2.5, true);
    const at = async (time: bigint) => {
      const clock = new Uint8Array(40);
      new DataView(clock.buffer).setBigInt64(32, time, true);
      const told = async (method: string, params: readonly unknown[]) => {
        if (method !== 'getMultipleAccounts') return read(method);
        const [asked] = params as [readonly string[]];
        return {
          value: asked.map(one => ({ data: [base64.encode(one === MINT ? mint : clock), 'base64'] })),
        };
      };
      const accounts = data[0] === 15 ? [SOURCE, MINT, OWN] : [SOURCE, MINT, TARGET, OWN];
      const instruction = { program: PROGRAMS.token2022, accounts, data };
      return (await reviewSolanaTransaction(wire([instruction]), { ...context, read: told })).changes;
    };
    const shows = (amount: string, factor: string) => [
      {
        line: { slots: { amount: { number: amount } } },
        note: { text: 'note.unknownScaled', slots: { amount: { number: '8' }, factor: { number: factor } } },
        scale: { token: MINT, factor },
      },
    ];
    expect(await at(99n)).toMatchObject(shows('10', '1.25'));
    // From the second on that the issuer announced.
    expect(await at(100n)).toMatchObject(shows('20', '2.5'));
  });

  it('reads a token transfer with its decimals and asks the chain for a mint that the bytes do not name', async () => {
    for (const program of [PROGRAMS.token, PROGRAMS.token2022]) {
      const checked = { program, accounts: [SOURCE, MINT, TARGET, OWN], data: [12, ...number(2_500n, 8), 3] };
      expect(await reviewSolanaTransaction(wire([checked]), context)).toMatchObject({
        risk: 'R2',
        changes: [
          {
            tone: 'out',
            line: { slots: { amount: { number: '2.5' } } },
            // Only mints of Token-2022 can be scaled, of which the chain said nothing.
            note: { text: program === PROGRAMS.token ? 'note.unknownToken' : 'note.unknownUnread' },
          },
        ],
        facts: [
          { label: 'fact.toTokenAccount', value: { plain: TARGET } },
          { label: 'fact.token', value: { plain: MINT } },
          { label: 'fact.fee' },
        ],
      });
    }
    const plain = {
      program: PROGRAMS.token,
      accounts: [SOURCE, TARGET, OWN],
      data: [3, ...number(2_500n, 8)],
    };
    const mint = new Uint8Array(82);
    mint[44] = 2;
    const account = Uint8Array.from([...base58.decode(MINT), ...new Uint8Array(133)]);
    const told = async (_method: string, [address]: readonly unknown[]) => ({
      value: { data: [base64.encode(address === SOURCE ? account : mint), 'base64'] },
    });
    expect((await reviewSolanaTransaction(wire([plain]), { ...context, read: told })).changes).toMatchObject([
      { line: { slots: { amount: { number: '25' } } } },
    ]);
    expect((await reviewSolanaTransaction(wire([plain]), context)).changes).toMatchObject([
      {
        line: { slots: { amount: { number: '2500' }, token: `${SOURCE.slice(0, 4)}…${SOURCE.slice(-6)}` } },
        note: { text: 'note.unknownUnits' },
      },
    ]);
  });

  it("classifies instructions that give away control or can't be read as R3", async () => {
    const grave: readonly [Instruction, string][] = [
      [
        { program: PROGRAMS.token, accounts: [SOURCE, OTHER, OWN], data: [4, ...number(2n ** 64n - 1n, 8)] },
        'warning.unlimited',
      ],
      [
        { program: PROGRAMS.token, accounts: [SOURCE, OWN], data: [6, 2, 1, ...base58.decode(OTHER)] },
        'warning.authority',
      ],
      [{ program: key(9), data: [1, 2, 3] }, 'warning.unknownInstruction'],
      [
        { program: PROGRAMS.system, accounts: [OWN, OTHER], data: [1, 0, 0, 0] },
        'warning.unknownInstruction',
      ],
      [{ ...pay, data: [...(pay.data ?? []), 0] }, 'warning.unknownInstruction'],
      [{ program: PROGRAMS.token, accounts: [SOURCE], data: [200] }, 'warning.unknownInstruction'],
      // Of the budget program, what the runtime refuses today: the forms without a use, and those that are too short.
      ...[
        [],
        [0, 1, 0, 0, 0, 9, 0, 0, 0],
        [5, 0, 0, 0, 0],
        [1, 0, 0, 0],
        [2, 0, 0, 0],
        [3, ...number(9n, 7)],
        [4],
      ].map((data): [Instruction, string] => [
        { program: PROGRAMS.budget, data },
        'warning.unknownInstruction',
      ]),
      // What moves lamports without an amount: a nonce account's, those above the deposit, what was wrapped, several at once.
      [
        { program: PROGRAMS.system, accounts: [SOURCE, OTHER], data: [...number(5n, 4), ...number(9n, 8)] },
        'warning.unknownInstruction',
      ],
      ...[38, 45, 255].map((kind): [Instruction, string] => [
        { program: PROGRAMS.token, accounts: [SOURCE, OTHER, OWN], data: [kind, 0] },
        'warning.unknownInstruction',
      ]),
      // Withdrawals of the stake program, a lookup table and a buffer.
      ...[
        'Stake11111111111111111111111111111111111111',
        'AddressLookupTab1e1111111111111111111111111',
        'BPFLoaderUpgradeab1e11111111111111111111111',
      ].map((program): [Instruction, string] => [
        { program, accounts: [SOURCE, OTHER, OWN], data: [4, 0, 0, 0] },
        'warning.unknownInstruction',
      ]),
    ];
    for (const [instruction, warning] of grave) {
      const review = await reviewSolanaTransaction(wire([pay, instruction]), context);
      expect(review.risk, warning).toBe('R3');
      expect(review.warnings.map(({ text }) => text)).toContain(warning);
    }
    expect(await reviewSolanaTransaction(wire([]), context)).toMatchObject({ risk: 'R3' });
  });

  describe('the end of a token account', () => {
    /** A token account as `getAccountInfo` returns it: `is_native` is at 109, with the deposit that is not counted. */
    const account = (isNative: boolean, owner: string = PROGRAMS.token, length = 165) => {
      const data = new Uint8Array(length);
      data.set(base58.decode(MINT), 0);
      data.set(base58.decode(OWN), 32);
      data[108] = 1;
      if (isNative) data.set([...number(1n, 4), ...number(2_039_280n, 8)], 109);
      return { owner, lamports: 50_002_039_280, data: [base64.encode(data), 'base64'] };
    };
    const close = (receiver: string, program: string = PROGRAMS.token, rest: readonly number[] = []) => ({
      program,
      accounts: [SOURCE, receiver, OWN],
      data: [9, ...rest],
    });
    const reviewed = (
      instructions: readonly Instruction[],
      value: unknown,
      lookup?: Parameters<typeof wire>[1],
    ) => {
      const told = async (method: string, [address]: readonly unknown[]) =>
        method === 'getAccountInfo' && address === SOURCE ? { value } : read(method);
      return reviewSolanaTransaction(wire(instructions, lookup), { ...context, read: told });
    };
    const lost = {
      tone: 'out',
      line: { text: 'change.out', slots: { amount: { number: '50.00203928' }, token: 'SOL' } },
    };

    it.each([
      ['the token program', PROGRAMS.token, []],
      ['Token-2022', PROGRAMS.token2022, []],
      // The programs read only the first byte.
      ['the token program, with more bytes', PROGRAMS.token, [0, 0]],
    ])('shows the SOL that leaves with a wrapped account of %s, as R3', async (_, program, rest) => {
      const value = account(true, program, program === PROGRAMS.token ? 165 : 170);
      expect(await reviewed([close(OTHER, program, rest)], value)).toMatchObject({
        risk: 'R3',
        action: { text: 'action.send' },
        changes: [lost],
        facts: [{ label: 'fact.to', value: { plain: OTHER } }, { label: 'fact.fee' }],
        warnings: [{ text: 'warning.close' }],
      });
    });

    it('shows the deposit of another token, which others get', async () => {
      expect(await reviewed([close(OTHER)], account(false))).toMatchObject({
        risk: 'R2',
        changes: [lost],
        warnings: [{ text: 'warning.close' }],
      });
    });

    it('is no loss if the user gets it', async () => {
      for (const value of [account(true), null])
        expect(await reviewed([close(OWN)], value)).toMatchObject({
          risk: 'R2',
          changes: [],
          warnings: [{ text: 'warning.close' }],
        });
    });

    it.each([
      ['there is none yet, and it gets its balance in the same transaction', null],
      ['it belongs to another program', account(false, key(9))],
      ['it belongs to the other token program', account(false, PROGRAMS.token2022)],
      ['it is too short', account(false, PROGRAMS.token, 164)],
      ['its lamports are no number', { ...account(false), lamports: '5' }],
      ['its lamports are beyond what a number holds', { ...account(false), lamports: 2 ** 60 }],
      ['the answer is none', 'much'],
    ])('is R3 and unknown if %s', async (_, value) => {
      const wrap = { ...pay, accounts: [OWN, SOURCE] };
      const sync = { program: PROGRAMS.token, accounts: [SOURCE], data: [17] };
      const { risk, changes, warnings } = await reviewed([wrap, sync, close(OTHER)], value);
      expect(risk).toBe('R3');
      expect(changes).toMatchObject([{ tone: 'out', line: { slots: { amount: { number: '1.5' } } } }]);
      expect(warnings).toEqual([{ text: 'warning.close' }, { text: 'warning.unknownInstruction' }]);
    });

    it('is R3 if the balance can arrive before it, whatever it is now', async () => {
      const empty = { ...account(true), lamports: 2_039_280 };
      const { risk, changes } = await reviewed([{ ...pay, accounts: [OWN, SOURCE] }, close(OTHER)], empty);
      expect(risk).toBe('R3');
      expect(changes.map(({ line }) => line.slots?.amount)).toEqual([
        { number: '1.5' },
        { number: '0.00203928' },
      ]);
    });

    it('is unread if its account or its receiver is in a lookup table that the chain does not return', async () => {
      const lookup = { table: key(7), indexes: [0] };
      for (const accounts of [['lookup:0', OTHER, OWN], [SOURCE, 'lookup:0', OWN], [SOURCE]])
        expect(await reviewed([{ ...close(OTHER), accounts }], account(true), lookup)).toMatchObject({
          risk: 'R3',
          warnings: [{ text: 'warning.unknownInstruction' }],
        });
    });
  });

  it('counts what exceeds the balance or the supply as access without limit', async () => {
    const approved = async (amount: bigint, [balance, supply]: readonly [bigint, bigint]) => {
      const data = [13, ...number(amount, 8), 0];
      const approval = { program: PROGRAMS.token, accounts: [SOURCE, MINT, OTHER, OWN], data };
      const account = Uint8Array.from([...new Uint8Array(64), ...number(balance, 8), ...new Uint8Array(93)]);
      const mint = Uint8Array.from([...new Uint8Array(36), ...number(supply, 8), ...new Uint8Array(38)]);
      const told = async (method: string, [address]: readonly unknown[]) =>
        method === 'isBlockhashValid'
          ? { value: true }
          : { value: { data: [base64.encode(address === SOURCE ? account : mint), 'base64'] } };
      const { risk, changes } = await reviewSolanaTransaction(wire([approval]), { ...context, read: told });
      return [risk, changes[0]?.line.text];
    };
    expect(await approved(50n, [50n, 90n])).toEqual(['R2', 'change.upTo']);
    expect(await approved(51n, [50n, 90n])).toEqual(['R3', 'change.unlimited']);
    expect(await approved(91n, [2n ** 62n, 90n])).toEqual(['R3', 'change.unlimited']);
  });

  it('reports the shortage for the fee, and for payments if no funds can arrive before them', async () => {
    const short = async (instructions: readonly Instruction[], value: unknown) => {
      const told = async (method: string) => {
        if (method === 'getBalance') return { value };
        return read(method);
      };
      return (await reviewSolanaTransaction(wire(instructions), { ...context, read: told })).shortage;
    };
    const amounts = (missing: string, needed: string, balance: string) => ({
      text: 'shortage.coin',
      slots: {
        ...{ missing: { number: missing }, needed: { number: needed }, balance: { number: balance } },
        token: 'SOL',
      },
    });
    expect(await short([pay], 0)).toEqual(amounts('1.500005', '1.500005', '0'));
    expect(await short([pay], 1_500_004_999)).toEqual(amounts('0.000001', '1.500005', '1.500004'));
    expect(await short([pay], 1_500_005_000)).toBeUndefined();
    const swap = { program: key(9), data: [1] };
    expect(await short([swap, pay], 5_000)).toBeUndefined();
    expect(await short([swap, pay], 0)).toEqual(amounts('0.000005', '0.000005', '0'));
    expect(await short([pay], 'much')).toBeUndefined();
  });

  it('resolves addresses from lookup tables and treats missing ones as unread', async () => {
    const viaTable = { ...pay, accounts: [OWN, 'lookup:0'] };
    const payload = wire([viaTable], { table: key(7), indexes: [1] });
    const table = Uint8Array.from([...new Uint8Array(56), ...base58.decode(MINT), ...base58.decode(OTHER)]);
    const told = async (method: string) =>
      method === 'isBlockhashValid' ? { value: true } : { value: { data: [base64.encode(table), 'base64'] } };
    const { facts, risk } = await reviewSolanaTransaction(payload, { ...context, read: told });
    expect([risk, facts[0]]).toEqual(['R2', { label: 'fact.to', value: { plain: OTHER } }]);
    expect(await reviewSolanaTransaction(payload, context)).toMatchObject({ risk: 'R3' });
  });

  it('blocks one whose blockhash the shown cluster does not know, asked twice', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const asked: unknown[][] = [];
    const mainnetOnly = async (...call: [string, readonly unknown[]]) => {
      if (call[0] === 'isBlockhashValid') asked.push(call);
      return { value: false };
    };
    const reviewing = awaitedLater(reviewSolanaTransaction(wire([pay]), { ...context, read: mainnetOnly }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await reviewing).toMatchObject({
      risk: 'R3',
      blocks: [{ text: 'block.cluster', slots: { network: 'Solana Devnet' } }],
    });
    const call = ['isBlockhashValid', [key(8), { commitment: 'processed' }]];
    expect(asked).toEqual([call, call]);
    // A node that lags behind the page's learns about the block a moment later.
    let looks = 0;
    const behind = async (method: string) => ({ value: method === 'isBlockhashValid' && looks++ > 0 });
    const late = awaitedLater(reviewSolanaTransaction(wire([pay]), { ...context, read: behind }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await late).blocks).toEqual([]);
  });

  it('warns with a danger that the cluster is unknown when the chain does not respond', async () => {
    for (const answer of [undefined, null, {}, { value: 'true' }]) {
      const silent = async () => answer;
      const unknown = await reviewSolanaTransaction(wire([pay]), { ...context, read: silent });
      expect(unknown).toMatchObject({ risk: 'R3', blocks: [], warnings: [{ text: 'warning.cluster' }] });
    }
    expect(await reviewSolanaTransaction(wire([pay]), contextOf({ ...context, read: away }))).toMatchObject({
      risk: 'R3',
      warnings: [{ text: 'warning.cluster' }],
    });
  });

  it("accepts a nonce account's value as a blockhash only if the system program wrote it on that cluster", async () => {
    const advance: Instruction = {
      program: PROGRAMS.system,
      accounts: [SOURCE, key(6), OWN],
      data: [4, 0, 0, 0],
    };
    const nonce = (value: string, state = 1) =>
      Uint8Array.from([
        1,
        0,
        0,
        0,
        state,
        0,
        0,
        0,
        ...base58.decode(OWN),
        ...base58.decode(value),
        ...number(5_000n, 8),
      ]);
    const blocked = async (owner: string, data: Uint8Array) => {
      const told = async () => ({ value: { owner, data: [base64.encode(data), 'base64'] } });
      return (await reviewSolanaTransaction(wire([advance, pay]), { ...context, read: told })).blocks.length;
    };
    expect(await blocked(PROGRAMS.system, nonce(key(8)))).toBe(0);
    expect(await blocked(PROGRAMS.system, nonce(key(9)))).toBe(1);
    expect(await blocked(PROGRAMS.system, nonce(key(8), 0))).toBe(1);
    expect(await blocked(key(9), nonce(key(8)))).toBe(1);
    const none = async () => ({ value: null });
    expect(
      (await reviewSolanaTransaction(wire([advance, pay]), { ...context, read: none })).blocks,
    ).toHaveLength(1);
  });

  it('rejects unknown versions and trailing bytes', async () => {
    const bytes = base64.decode(wire([pay]));
    const longer = base64.encode(Uint8Array.from([...bytes, 0]));
    await expect(reviewSolanaTransaction(longer, context)).rejects.toThrow();
    const later = base64.encode(Uint8Array.from([...bytes.subarray(0, 65), 0x81, ...bytes.subarray(65)]));
    await expect(reviewSolanaTransaction(later, context)).rejects.toThrow('Not a transaction');
  });
});
