import { type BitcoinRegtest, startBitcoinRegtest } from '@latchkit/bitcoin-regtest';
import { type SolanaDevnet, startSolanaDevnet } from '@latchkit/solana-devnet';
import type { Payment } from 'latchkit/protocol';
import { solanaAccounts } from 'latchkit/testing/solana';
import { getAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chainRequest } from '../../../test/chain/minimalContracts.js';
import { newAddress } from '../../../test/chain/newAddress.js';
import { solanaPayer } from '../../../test/chain/solanaPayer.js';
import { startAnvil } from '../../../test/servers/startAnvil.js';
import { startWatcher } from '../../../test/servers/startWatcher.js';
import { inTurns } from '../../platform/inTurns.js';

const EVM = 'eip155:31337';
const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** Parts of one payment: more than are stored one by one. */
const PARTS = process.env.LATCHKIT_FULL ? 3_000 : 240;
const AT_ONCE = 8;
/** Of a payment; a hundredth is more than the dust of a test. */
const AMOUNT = 1_000_000_000n;
/** What a new account of Solana must hold at least. */
const SOL = 1_000_000n;
/** Parts that are stored one by one, and reports of too little, at most. */
const MOST_SINGLE = 101;
const MOST_TOLD = 20;

let anvil: Awaited<ReturnType<typeof startAnvil>>;
let devnet: SolanaDevnet;
let regtest: BitcoinRegtest;

beforeAll(async () => {
  [anvil, devnet, regtest] = await Promise.all([
    startAnvil(31_337),
    startSolanaDevnet({ slotTime: 0, blockhashSlots: 1_000_000 }),
    startBitcoinRegtest(),
  ]);
  devnet.advance(5);
});
afterAll(async () => {
  await Promise.all([anvil.stop(), devnet.close(), regtest.close()]);
});

type Watcher = Awaited<ReturnType<typeof startWatcher>>;

let recipients = 0;
const evmAddress = () => getAddress(`0x${(0xabc_0000 + ++recipients).toString(16).padStart(40, '0')}`);

/** What is stored and told of a payment. */
async function storedOf({ database, events, read }: Watcher, payment: Payment) {
  const rows = await database.query(
    'select members is null as single from payment_transfers where payment_id = $1 and not is_removed',
    [payment.id],
  );
  const told = (await events()).filter(({ data }) => data.payment?.id === payment.id);
  return {
    single: rows.filter(({ single }) => single).length,
    together: rows.filter(({ single }) => !single).length,
    types: told.map(({ type }) => type),
    received: BigInt((await read(payment)).received),
  };
}

let nonce: number | undefined;
/** Sends amounts in one block, each in a transaction of its own. */
async function sendInBlock(to: string, amounts: readonly bigint[]): Promise<void> {
  nonce ??= Number(await chainRequest(anvil.url, 'eth_getTransactionCount', [PAYER, 'latest']));
  const next = nonce;
  nonce += amounts.length;
  await chainRequest(anvil.url, 'evm_setAutomine', [false]);
  await inTurns([...amounts.entries()], ([index, amount]) =>
    chainRequest(anvil.url, 'eth_sendTransaction', [
      { from: PAYER, to, value: `0x${amount.toString(16)}`, nonce: `0x${(next + index).toString(16)}` },
    ]),
  );
  await chainRequest(anvil.url, 'evm_mine');
  await chainRequest(anvil.url, 'evm_setAutomine', [true]);
}

/** Lets the watcher read the newest blocks again, as after a reorganisation. */
const readAgain = ({ database }: Watcher) =>
  database.query("update payment_chains set hash = '0x1', version = version + 1");

describe('foldParts', () => {
  it(`keeps the sum of ${PARTS} parts of an open payment in a few rows, and reports a few (RV-01)`, async () => {
    const watcher = await startWatcher(EVM, [anvil.url]);
    const payment = await watcher.create(evmAddress(), AMOUNT);
    // A customer pays most of it, and a stranger sends dust.
    const amounts = Array.from({ length: PARTS }, (_, index) => BigInt(1 + (index % 300)));
    await sendInBlock(payment.recipient, [AMOUNT - 20_000_000n, 5_000_000n]);
    let sum = AMOUNT - 15_000_000n;
    for (let sent = 0; sent < PARTS; sent += AT_ONCE) {
      const part = amounts.slice(sent, sent + AT_ONCE);
      await sendInBlock(payment.recipient, part);
      sum += part.reduce((total, one) => total + one, 0n);
      await watcher.lookAll();
      if (sent % (3 * AT_ONCE) === 0) watcher.kill();
    }
    const before = await storedOf(watcher, payment);
    expect(before.received).toBe(sum);
    expect(before.single).toBeLessThanOrEqual(MOST_SINGLE + 1);
    // All of them together are less than a hundredth.
    expect(before.types).toEqual(Array(MOST_TOLD).fill('payment.underpaid'));
    // The same blocks say nothing new.
    await readAgain(watcher);
    await watcher.lookAll();
    expect(await storedOf(watcher, payment)).toEqual(before);
    await chainRequest(anvil.url, 'anvil_mine', ['0x90']);
    await watcher.lookAll();
    const last = AMOUNT - sum;
    await sendInBlock(payment.recipient, [last - 5n]);
    await watcher.lookAll();
    const settled = await storedOf(watcher, payment);
    expect(settled.received).toBe(AMOUNT - 5n);
    expect(settled.together).toBeLessThanOrEqual(2 + Math.ceil(PARTS / 500));
    // What completes a payment may be as small.
    await sendInBlock(payment.recipient, [5n]);
    await watcher.lookAll();
    const paid = await watcher.read(payment);
    expect(paid).toMatchObject({ status: 'paid', received: String(AMOUNT) });
    expect(paid.transfers.length).toBeLessThanOrEqual(MOST_SINGLE + 2);
    const { types } = await storedOf(watcher, payment);
    expect(types.filter(type => type !== 'payment.underpaid')).toEqual(['payment.paid']);
  });

  it('takes back what a reorganisation removed of the parts that are stored together (RV-01)', async () => {
    const watcher = await startWatcher(EVM, [anvil.url]);
    const payment = await watcher.create(evmAddress(), 10_000_000n);
    await chainRequest(anvil.url, 'anvil_mine', ['0x2']);
    const kept = Array.from({ length: 150 }, (_, index) => BigInt(1 + index));
    await sendInBlock(payment.recipient, kept);
    const snapshot = await chainRequest(anvil.url, 'evm_snapshot');
    const first = nonce;
    await sendInBlock(
      payment.recipient,
      kept.map(one => 1_000n + one),
    );
    await watcher.lookAll();
    const sumOf = (all: readonly bigint[]) => all.reduce((sum, one) => sum + one, 0n);
    const both = 2n * sumOf(kept) + 150n * 1_000n;
    expect(await storedOf(watcher, payment)).toMatchObject({ received: both, single: 101 });
    await chainRequest(anvil.url, 'evm_revert', [snapshot]);
    nonce = first;
    // A part of what was lost is in another block.
    await sendInBlock(payment.recipient, [1_001n, 1_002n]);
    await chainRequest(anvil.url, 'anvil_mine', ['0x2']);
    await watcher.lookAll();
    const after = await storedOf(watcher, payment);
    expect(after.received).toBe(sumOf(kept) + 2_003n);
    expect(after.types).toContain('payment.reorganised');
  });

  it(`keeps the sum on Solana, whose transfers are asked for by their hashes until they are final (RV-01)`, async () => {
    const watcher = await startWatcher(devnet.caipNetworkId, [devnet.url]);
    const { pay } = await solanaPayer(devnet, solanaAccounts[0]);
    const recipient = await newAddress.solana();
    const payment = await watcher.create(recipient, 1_000n * SOL);
    // Without a name, as a stranger sends it.
    const send = (amount: bigint) => pay({ recipient }, amount);
    await send(SOL);
    for (let index = 0; index < PARTS; index += 1) {
      await send(SOL + BigInt(index));
      devnet.advance(1);
      if (index % 40 === 39) await watcher.lookAll();
    }
    devnet.advance(100);
    await watcher.lookAll();
    await watcher.lookAll();
    const stored = await storedOf(watcher, payment);
    const sum = SOL + BigInt(PARTS) * SOL + (BigInt(PARTS) * BigInt(PARTS - 1)) / 2n;
    if (sum < 1_000n * SOL) {
      expect(stored).toMatchObject({ received: sum, together: 1 });
      expect(stored.single).toBeLessThanOrEqual(MOST_SINGLE);
      await send(1_000n * SOL - sum);
      devnet.advance(50);
      await watcher.lookAll();
    }
    expect(await watcher.status(payment)).toBe('paid');
  });

  it('keeps the sum on Bitcoin, whose lists are read again (RV-01)', async () => {
    const watcher = await startWatcher(regtest.caipNetworkId, [regtest.url]);
    const recipient = newAddress.bitcoin();
    const payment = await watcher.create(recipient, 100_000_000n);
    const amounts = Array.from({ length: 160 }, (_, index) => 1_000n + BigInt(index));
    for (const [index, amount] of amounts.entries()) {
      await regtest.fund(recipient, amount);
      if (index % 40 < 39) continue;
      await watcher.lookAll();
      await regtest.mine(1);
      await watcher.lookAll();
    }
    const sum = amounts.reduce((total, one) => total + one, 0n);
    const before = await storedOf(watcher, payment);
    expect(before).toMatchObject({ received: sum });
    expect(before.single).toBeLessThanOrEqual(MOST_SINGLE);
    await regtest.reorganise(1);
    await regtest.mine(2);
    await watcher.lookAll();
    expect(await storedOf(watcher, payment)).toMatchObject({ received: sum });
    await regtest.mine(20);
    await watcher.lookAll();
    expect(await storedOf(watcher, payment)).toMatchObject({ received: sum });
    await regtest.fund(recipient, 100_000_000n - sum);
    await regtest.mine(1);
    await watcher.lookAll();
    expect(await watcher.status(payment)).toBe('paid');
  });
});
