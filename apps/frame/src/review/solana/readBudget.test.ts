import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { startSolanaDevnet } from '@latchkit/solana-devnet';
import { base58, base64 } from '@scure/base';
import { solanaAccounts } from 'latchkit/testing/solana';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChainReader } from '../../chains/createChainReader.js';
import { addSimulation } from '../addSimulation.js';
import { networkOf } from '../model/networkOf.js';
import { contextOf } from '../model/reviewContext.test-support.js';
import { reviewRequests } from '../reviewRequest.js';
import { simulate } from '../simulate.js';
import { feeOf } from './readBudget.js';
import { PROGRAMS } from './solanaPrograms.js';

const CHAIN = 'solana:EtWTRABZaYq6iMFeYKouRu166VU2xqa1';
const LAMPORTS = 1_000_000_000n;

const number = (value: bigint, bytes: number) =>
  Array.from({ length: bytes }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn));
const key = createPrivateKey({
  key: Buffer.concat([
    Buffer.from('302e020100300506032b657004220420', 'hex'),
    Buffer.from(solanaAccounts[0] ?? '', 'hex'),
  ]),
  format: 'der',
  type: 'pkcs8',
});
const OWN = base58.encode(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32));
/** An account that has nothing. */
const EMPTY = base58.encode(createHash('sha256').update('empty').digest());

let devnet: Awaited<ReturnType<typeof startSolanaDevnet>>;
beforeAll(async () => {
  devnet = await startSolanaDevnet({ slotTime: 20, blockhashSlots: 1_000 });
});
afterAll(() => devnet?.close());

async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(devnet.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { result, error } = (await response.json()) as { result?: unknown; error?: unknown };
  if (error !== undefined) throw new Error(JSON.stringify(error));
  return result;
}
const reader = { request: (_: string, method: string, params: never[]) => ask(method, params) };

const balanceOf = async () =>
  BigInt(((await ask('getBalance', [OWN, { commitment: 'processed' }])) as { value: number }).value);

interface Instruction {
  readonly program: string;
  readonly accounts: readonly number[];
  readonly data: readonly number[];
}

async function wire(instructions: readonly Instruction[]): Promise<Uint8Array> {
  const { value } = (await ask('getLatestBlockhash', [])) as { value: { blockhash: string } };
  const accounts = [OWN, EMPTY, PROGRAMS.system, PROGRAMS.budget, PROGRAMS.token];
  const message = [
    ...[1, 0, 3, accounts.length],
    ...accounts.flatMap(one => [...base58.decode(one)]),
    ...base58.decode(value.blockhash),
    instructions.length,
    ...instructions.flatMap(({ program, accounts: used, data }) => [
      ...[accounts.indexOf(program), used.length, ...used, data.length, ...data],
    ]),
  ];
  const signature = sign(null, Uint8Array.from(message), key);
  return Uint8Array.from([1, ...signature, ...message]);
}

async function shownOf(payload: string) {
  const tokens = { of: contextOf().tokens } as never;
  const { signal } = new AbortController();
  const signing = { id: 'a', kind: 'solanaTransaction', chainId: CHAIN, account: OWN, payload } as const;
  const found = { hostOrigin: 'https://app.example', tokens, networkOf: networkOf({}) };
  const review = await reviewRequests([signing], found, reader as unknown as ChainReader, signal);
  const simulated = await simulate([signing], { reader: reader as unknown as ChainReader, tokens }, signal);
  return addSimulation(review, simulated ?? { warnings: [] }, contextOf({ chainId: CHAIN, account: OWN }));
}

/** The runtime reads what it needs of an instruction of the budget, and ignores what follows. */
const price = (microLamports: bigint, rest: readonly number[]) => ({
  program: PROGRAMS.budget,
  accounts: [],
  data: [3, ...number(microLamports, 8), ...rest],
});
const pay: Instruction = {
  program: PROGRAMS.system,
  accounts: [0, 1],
  data: [...number(2n, 4), ...number(LAMPORTS / 100n, 8)],
};

/** The program refuses it, and the fee of a refused transaction is paid too: what a simulation would find is not told. */
const refused: Instruction = { program: PROGRAMS.token, accounts: [1], data: [17] };
const most: Instruction = { program: PROGRAMS.budget, accounts: [], data: [2, ...number(1_400_000n, 4)] };

async function lossOf(instructions: readonly Instruction[]) {
  const payload = base64.encode(await wire(instructions));
  const shown = await shownOf(payload);
  const before = await balanceOf();
  await ask('sendTransaction', [payload, { encoding: 'base64', skipPreflight: true }]);
  await expect.poll(balanceOf).toBeLessThan(before);
  const lost = before - (await balanceOf());
  const said = JSON.stringify(shown.facts.find(({ label }) => label === 'fact.fee'));
  return { lost, shown, fee: Number(/"number":"([\d.]+)"/.exec(said)?.[1]) };
}

describe('readBudget', () => {
  it.each([
    ['nothing follows', []],
    // Agave's `try_from_slice_unchecked` reads what it needs.
    ['bytes follow, which the runtime ignores', [0]],
    ['many bytes follow', new Array<number>(40).fill(255)],
  ])('shows at least what the chain takes if after the price %s', async (_, rest) => {
    const { lost, fee } = await lossOf([price(25_000_000_000n, rest), pay]);
    expect(lost).toBeGreaterThan(LAMPORTS / 100n + 5_000_000n);
    expect(fee).toBeGreaterThanOrEqual(Number(lost - LAMPORTS / 100n) / 1e9);
  });

  it('counts a limit that bytes follow', async () => {
    const limit = { ...most, data: [...most.data, 0, 0, 0, 0] };
    const { lost, fee } = await lossOf([price(2_000_000n, []), limit, pay]);
    expect(lost - LAMPORTS / 100n).toBe(2_805_000n);
    expect(fee).toBe(0.002805);
  });

  it('shows the fee as a loss, with a warning, if the transaction fails in the simulation', async () => {
    const all = ((await balanceOf()) - 1_000_000n) / 1_400_000n;
    const { lost, fee, shown } = await lossOf([price(all * 1_000_000n, [0]), most, refused]);
    expect(fee).toBeGreaterThanOrEqual(Number(lost) / 1e9);
    const slots = { amount: { number: String(fee) }, token: 'SOL' };
    expect(shown.changes).toEqual([
      { tone: 'out', line: { text: 'change.upTo', slots }, note: { text: 'fact.fee' } },
    ]);
    expect(shown.warnings).toContainEqual({ text: 'warning.spends', slots });
    expect(shown.warnings).toContainEqual({ text: 'warning.fails' });
  });
});

describe('feeOf', () => {
  const budget = (kind: number, value: bigint, rest: readonly number[] = []) => ({
    program: PROGRAMS.budget,
    accounts: [],
    data: Uint8Array.from([kind, ...number(value, kind === 3 ? 8 : 4), ...rest]),
  });
  const call = (program: string = PROGRAMS.memo, data: readonly number[] = []) => ({
    program,
    accounts: [],
    data: Uint8Array.from(data),
  });
  const LAMPORT = 1_000_000n;

  it.each([
    ['no price', [call()], 5_000n],
    ['the default limit, to which the budget itself adds', [budget(3, LAMPORT), call(), call()], 408_000n],
    ['the default limit of the budget alone', [budget(3, LAMPORT)], 8_000n],
    ['the most units', [budget(3, LAMPORT), budget(2, 2n ** 32n - 1n)], 1_405_000n],
    [
      'the most units by default',
      [budget(3, LAMPORT), ...Array.from({ length: 9 }, () => call())],
      1_405_000n,
    ],
    ['a limit of none', [budget(3, LAMPORT), budget(2, 0n)], 5_000n],
    ['a part of a lamport', [budget(3, 1n), budget(2, 1n)], 5_001n],
    ['the largest price', [budget(3, 2n ** 64n - 1n), budget(2, 1_000_000n)], 2n ** 64n + 4_999n],
    ['two prices', [budget(3, LAMPORT), budget(3, 1n), budget(2, 100n)], 5_100n],
    ['two prices the other way', [budget(3, 1n), budget(3, LAMPORT), budget(2, 100n)], 5_100n],
    ['two limits', [budget(3, LAMPORT), budget(2, 100n), budget(2, 1n)], 5_100n],
    ['two limits the other way', [budget(3, LAMPORT), budget(2, 1n), budget(2, 100n)], 5_100n],
    ['other settings', [budget(1, 32_768n), budget(4, 9n), budget(3, LAMPORT), budget(2, 100n)], 5_100n],
    [
      'signatures that programs check',
      [
        call('Ed25519SigVerify111111111111111111111111111', [2, 0]),
        call('KeccakSecp256k11111111111111111111111111111', [255]),
        call('Secp256r1SigVerify1111111111111111111111111', [1]),
        call('Ed25519SigVerify111111111111111111111111111'),
      ],
      259n * 5_000n,
    ],
  ])('counts %s', (_, instructions, fee) => {
    expect(feeOf(instructions, 1)).toBe(fee);
  });
});
