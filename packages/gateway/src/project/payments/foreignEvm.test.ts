import type { Payment } from 'latchkit/protocol';
import { DEMO_TOKEN_ADDRESS, installDemoToken } from 'latchkit/testing';
import { getAddress } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { chainRequest, mineTransaction } from '../../../test/chain/minimalContracts.js';
import { FOREIGN, payAmongForeign } from '../../../test/conformance/payAmongForeign.js';
import { startAnvil } from '../../../test/servers/startAnvil.js';
import { startPayments } from '../../../test/servers/startPayments.js';
import { type Oddity, startStrangeNode } from '../../../test/servers/startStrangeNode.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import { waitUntil } from '../../../test/waitUntil.js';
import { inTurns } from '../../platform/inTurns.js';
import { migrate } from '../../platform/migrate.js';
import { rpcService } from '../chains/service.js';
import { upstreams } from '../chains/upstreams.js';
import { chainIndexer } from '../history/sources/indexer/chainIndexer.js';
import { indexSource } from '../history/sources/indexer/indexSource.js';
import { indexStore } from '../history/sources/indexer/indexStore.js';
import { blockReader } from '../history/sources/indexer/readBlock.js';
import { migrations } from '../migrations.js';

/** Sepolia, whose native movements are logged since October 2026. */
const NUMBER = 11_155_111;
const CHAIN = `eip155:${NUMBER}`;
const NATIVE_LOGS = '0xfffffffffffffffffffffffffffffffffffffffe';
const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const OPERATION = '49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f';

let anvil: Awaited<ReturnType<typeof startAnvil>>;
let node: Awaited<ReturnType<typeof startStrangeNode>>;
let payments: Awaited<ReturnType<typeof startPayments>>;

beforeAll(async () => {
  anvil = await startAnvil(NUMBER);
  node = await startStrangeNode(anvil.url);
  payments = await startPayments({ [CHAIN]: [node.url] });
});
afterAll(async () => {
  await payments.close();
  await node.stop();
  await anvil.stop();
});
beforeEach(() => {
  const { odd, ...rest } = node.strange;
  odd.clear();
  for (const name of Object.keys(rest)) delete node.strange[name as keyof typeof rest];
});

let recipients = 0;
const newAddress = () => getAddress(`0x${(0xabc_0000 + ++recipients).toString(16).padStart(40, '0')}`);
const create = (terms: object = {}) =>
  payments.create({ recipient: newAddress(), asset: CHAIN, amount: '1000', ...terms });
const hex = (value: bigint | number) => `0x${value.toString(16)}`;

async function pay({ recipient }: Payment, amount = 1_000n): Promise<string> {
  const sent = { from: PAYER, to: recipient, value: hex(amount) };
  return (await mineTransaction(anvil.url, sent)).transactionHash;
}

/** Pays with a transaction of which the node shows something unknown. */
async function payOddly(payment: Payment, oddity: Oddity): Promise<string> {
  await chainRequest(anvil.url, 'evm_setAutomine', [false]);
  const sent = { from: PAYER, to: payment.recipient, value: hex(BigInt(payment.amount)) };
  const hash = String(await chainRequest(anvil.url, 'eth_sendTransaction', [sent]));
  node.strange.odd.set(hash, oddity);
  await chainRequest(anvil.url, 'evm_mine');
  await chainRequest(anvil.url, 'evm_setAutomine', [true]);
  return hash;
}

/** Pays from a contract that logs the event of a user operation. */
async function payFromAccount({ recipient, amount }: Payment): Promise<string> {
  const account = newAddress();
  await chainRequest(anvil.url, 'anvil_setCode', [
    account,
    `0x6000600060006000346000355af15060003360007f${OPERATION}60006000a400`,
  ]);
  const data = `0x${recipient.slice(2).padStart(64, '0')}`;
  const sent = { from: PAYER, to: account, value: hex(BigInt(amount)), data };
  return (await mineTransaction(anvil.url, sent)).transactionHash;
}

const isPaid = ({ id }: Payment) => waitUntil(async () => (await payments.read(id)).status === 'paid');

/** Waits until the gateway has read all blocks of now. */
async function untilRead(): Promise<void> {
  const head = Number(await chainRequest(anvil.url, 'eth_blockNumber'));
  await waitUntil(async () => {
    const [row] = await payments.database.query('select number from payment_chains where chain_id = $1', [
      CHAIN,
    ]);
    return Number(row?.number ?? 0) >= head;
  });
}

/** The transfers of an account in the index of the chain. */
async function indexed(account: string) {
  const database = await openTestDatabase();
  const rpc = rpcService({ chains: upstreams({ [CHAIN]: node.url }, true), timeout: 10_000 });
  onTestFinished(async () => {
    rpc.close();
    await database.close();
  });
  await migrate(database, migrations);
  const store = indexStore(database);
  const stopped = new AbortController().signal;
  const indexer = chainIndexer({ chainId: CHAIN, rpc, store, from: 0, stopped });
  while ((await indexer.step()).behind > 0);
  const source = indexSource(store, [CHAIN]);
  const asked = { chainId: CHAIN, account, cursor: undefined, limit: 50 };
  return (await source.page(asked, stopped)).transactions;
}

describe('payments on EVM chains, among foreign data', () => {
  it.each(['transaction', 'receipt', 'log'] as const)(
    'goes on past an unknown %s, tells its project once, and counts what becomes readable (RV-01)',
    async oddity => {
      const [odd, late, plain] = [await create(), await create(), await create()];
      await payOddly({ ...odd, recipient: newAddress() }, oddity);
      const hash = await payOddly(odd, oddity);
      await pay(plain);
      await isPaid(plain);
      const told = () => payments.shop.all().filter(({ type }) => String(type) === 'payment.unread');
      await waitUntil(async () => told().some(({ data }) => JSON.stringify(data).includes(hash)));
      expect((await payments.read(odd.id)).status).toBe('open');
      // Read again before it can be: told once all the same.
      await payments.database.query('update payment_unread set next_at = now()');
      await pay(late);
      await isPaid(late);
      expect(told().filter(({ data }) => JSON.stringify(data).includes(hash))).toHaveLength(1);
      node.strange.odd.clear();
      await payments.database.query('update payment_unread set next_at = now()');
      await isPaid(odd);
      expect((await payments.read(odd.id)).transfers).toMatchObject([{ hash, amount: '1000' }]);
    },
  );

  it(
    `are each paid once, of ${FOREIGN.count} with a third unreadable, outages and kills in between (RV-01)`,
    async () => {
      const oddities = ['transaction', 'receipt', 'log', 'null', 'overflow', 'negative', 'no logs'] as const;
      await payAmongForeign({
        chainId: CHAIN,
        url: node.url,
        places: Array.from({ length: 8 }, newAddress),
        amountOf: index => 10_000n + BigInt(index),
        pay: payment => pay(payment, BigInt(payment.amount)),
        payOddly: (payment, index) => payOddly(payment, oddities[(index / 3) % oddities.length] ?? 'log'),
        fail: isOn => {
          node.strange.failsEvery = isOn ? 11 : undefined;
        },
        heal: async () => node.strange.odd.clear(),
      });
    },
    3 * FOREIGN.limit,
  );

  it('keeps what has paid, if its transaction cannot be read any more (RV-01)', async () => {
    const payment = await create();
    const hash = await pay(payment);
    await isPaid(payment);
    node.strange.odd.set(hash, 'receipt');
    await payments.database.query(
      "update payment_chains set hash = '0x1', version = version + 1 where chain_id = $1",
      [CHAIN],
    );
    await untilRead();
    const after = await create();
    await pay(after);
    await isPaid(after);
    expect(await payments.read(payment.id)).toMatchObject({ status: 'paid', received: '1000' });
    expect(payments.shop.typesOf(payment.id)).not.toContain('payment.reorganised');
  });

  it.each([
    ['has none of the block', 'of blocks'],
    ['gives more than anyone reads', 'too large'],
    ['refuses so many', 'refused'],
  ] as const)('asks for each receipt of a block where a node %s (RV-01)', async (_, withoutReceipts) => {
    node.strange.withoutReceipts = withoutReceipts;
    const payment = await create();
    await pay(payment);
    await isPaid(payment);
  });

  it('takes no transaction for read while a node has the block and not its receipts (RV-01)', async () => {
    const hash = await pay(await create());
    const rpc = rpcService({ chains: upstreams({ [CHAIN]: node.url }, true), timeout: 10_000 });
    onTestFinished(() => rpc.close());
    const reader = blockReader(rpc, CHAIN, new AbortController().signal);
    const head = Number(await chainRequest(anvil.url, 'eth_blockNumber'));
    node.strange.withoutReceipts = 'all';
    expect(await reader.block(head, () => false)).toBeUndefined();
    delete node.strange.withoutReceipts;
    expect(await reader.block(head, () => false)).toMatchObject({ transactions: [{ hash }], unread: [] });
  });

  it('stores the transactions that the index cannot read with their hash and time (RV-01)', async () => {
    const payment = await create();
    const hash = await payOddly(payment, 'receipt');
    const found = await indexed(payment.recipient.toLowerCase());
    expect(found).toMatchObject([{ metadata: { hash, operationType: 'unread' }, transfers: [] }]);
  });

  it.each([
    ['logged', NATIVE_LOGS],
    ['not logged', undefined],
  ])('counts each native movement once where they are %s (RV-12)', async (_, nativeLogs) => {
    node.strange.nativeLogs = nativeLogs;
    const [plain, twice, account] = [await create(), await create(), await create({ amount: '7000' })];
    await pay(plain);
    // Passes half of its value on to the address in the data, twice, and logs the event of a user operation by the caller.
    const part = '6000600060006000600234046000355af150';
    const [sender, double] = [newAddress(), newAddress()];
    await chainRequest(anvil.url, 'anvil_setCode', [
      double,
      `0x${part}${part}60003360007f${OPERATION}60006000a400`,
    ]);
    const whole = `0x6000600060006000346000355af15060003360007f${OPERATION}60006000a400`;
    await chainRequest(anvil.url, 'anvil_setCode', [sender, whole]);
    const dataOf = (to: string) => `0x${to.slice(2).padStart(64, '0')}`;
    for (const [to, payment] of [
      [double, twice],
      [sender, account],
    ] as const) {
      const value = hex(BigInt(payment.amount));
      await mineTransaction(anvil.url, { from: PAYER, to, value, data: dataOf(payment.recipient) });
    }
    for (const payment of [plain, twice, account]) {
      await isPaid(payment);
      expect(await payments.read(payment.id)).toMatchObject({ received: payment.amount, overpaid: false });
    }
    const [seen] = await indexed(plain.recipient.toLowerCase());
    expect(seen?.transfers).toHaveLength(1);
    if (nativeLogs === undefined) return;
    expect((await payments.read(twice.id)).transfers.map(({ amount }) => amount)).toEqual(['500', '500']);
    const [halves] = await indexed(twice.recipient.toLowerCase());
    expect(halves?.transfers.map(({ quantity }) => quantity.numeric)).toEqual([
      '0.0000000000000005',
      '0.0000000000000005',
    ]);
  });

  it('says that payments from smart accounts would not be seen on nodes without history (RV-19)', async () => {
    node.strange.isWithoutHistory = true;
    const own = await startPayments({ [CHAIN]: [node.url] });
    onTestFinished(() => own.close());
    const terms = { recipient: newAddress(), asset: CHAIN, amount: '1000' };
    await pay(await create());
    const created = await own.create(terms);
    expect(created).toMatchObject({ smartAccounts: false });
    expect(await own.read(created.id)).toMatchObject({ smartAccounts: false });
    const refused = await own.post({ ...terms, amount: '3000', smartAccounts: true });
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { error: { code: 'SMART_ACCOUNTS_UNSEEN' } },
    ]);
    await payFromAccount({ ...created, recipient: newAddress() });
    const hash = await pay(created);
    await own.untilTold(created.id, 'payment.paid');
    const { transfers, overpaid } = await own.read(created.id);
    expect([transfers.map(one => one.hash), overpaid]).toEqual([[hash], false]);
    expect(await own.database.query('select 1 from payment_unread')).toEqual([]);
  });

  it.each([[[0, 1]], [[1, 0]]])(
    'sees payments from smart accounts through the one of two nodes that has history (RV-19)',
    async order => {
      const full = await startStrangeNode(anvil.url);
      const own = await startPayments({
        [CHAIN]: order.map(index => [node.url, full.url][index] ?? ''),
      });
      onTestFinished(async () => {
        await own.close();
        await full.stop();
      });
      node.strange.isWithoutHistory = true;
      const created = await own.create({ recipient: newAddress(), asset: CHAIN, amount: '1000' });
      expect(created.smartAccounts).toBeUndefined();
      await payFromAccount(created);
      await own.untilTold(created.id, 'payment.paid');
      // While only the other one responds, nothing is taken for read.
      const next = await own.create({ recipient: newAddress(), asset: CHAIN, amount: '1000' });
      full.strange.isDown = true;
      await payFromAccount(next);
      const other = await payments.create({ recipient: newAddress(), asset: CHAIN, amount: '1000' });
      await pay(other);
      await isPaid(other);
      full.strange.isDown = false;
      await own.untilTold(next.id, 'payment.paid');
    },
  );

  it('stores and reports no more than a number of transfers that are worth nearly nothing (RV-01)', async () => {
    const recipient = newAddress();
    // Two open payments, so that a part belongs to neither.
    const [first] = [
      await create({ recipient, amount: '1000000' }),
      await create({ recipient, amount: '2000000' }),
    ];
    const next = Number(await chainRequest(anvil.url, 'eth_getTransactionCount', [PAYER, 'latest']));
    const send = (value: number, index: number) => {
      const sent = { from: PAYER, to: recipient, value: hex(value), nonce: hex(next + index) };
      return chainRequest(anvil.url, 'eth_sendTransaction', [sent]);
    };
    await chainRequest(anvil.url, 'evm_setAutomine', [false]);
    await inTurns([...Array(520).keys()], index => send(1 + index, index));
    const larger = String(await send(20_000, 520));
    await chainRequest(anvil.url, 'evm_mine');
    await chainRequest(anvil.url, 'evm_setAutomine', [true]);
    await untilRead();
    const stored = await payments.database.query(
      'select hash from payment_transfers where lower(recipient) = lower($1)',
      [recipient],
    );
    expect(stored).toHaveLength(501);
    expect(stored.map(({ hash }) => hash)).toContain(larger);
    await pay(first, 1_000_000n);
    await isPaid(first);
  });

  it('keeps payments in tokens where nodes refuse to search logs (RV-01)', async () => {
    node.strange.refusesLogs = true;
    await installDemoToken(anvil.url, { [PAYER]: 10n ** 18n });
    const asset = `${CHAIN}:${DEMO_TOKEN_ADDRESS}`;
    const own = await startPayments({ [CHAIN]: [node.url] });
    onTestFinished(() => own.close());
    const payment = await own.create({ recipient: newAddress(), asset, amount: '1000' });
    const data = `0xa9059cbb${payment.recipient.slice(2).padStart(64, '0')}${(1_000).toString(16).padStart(64, '0')}`;
    await mineTransaction(anvil.url, { from: PAYER, to: DEMO_TOKEN_ADDRESS, data });
    await own.untilTold(payment.id, 'payment.paid');
    expect(node.asked).toContain('eth_getLogs');
  });

  it('counts a payment in tokens once whose log a node gives twice (RV-01)', async () => {
    await installDemoToken(anvil.url, { [PAYER]: 10n ** 18n });
    const asset = `${CHAIN}:${DEMO_TOKEN_ADDRESS}`;
    const [token, native] = [await create({ asset, amount: '1000' }), await create()];
    node.strange.repeatsLogs = true;
    const data = `0xa9059cbb${token.recipient.slice(2).padStart(64, '0')}${(1_000).toString(16).padStart(64, '0')}`;
    await mineTransaction(anvil.url, { from: PAYER, to: DEMO_TOKEN_ADDRESS, data });
    await pay(native);
    await Promise.all([isPaid(token), isPaid(native)]);
    await untilRead();
    expect(await payments.read(token.id)).toMatchObject({ received: '1000', overpaid: false });
  });

  it('takes no payment in the logs of native movements as if they were a token (RV-12)', async () => {
    const asset = `${CHAIN}:${getAddress(NATIVE_LOGS)}`;
    const response = await payments.post({ recipient: newAddress(), asset, amount: '1000' });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { code: 'INVALID_BODY', message: 'asset: is the native currency' } },
    ]);
  });

  it.each(['refused', 'null'] as const)(
    'refuses to wait for finality where the tag is %s (RV-37)',
    async finalized => {
      node.strange.finalized = finalized;
      const terms = { recipient: newAddress(), asset: CHAIN, amount: '1000', finality: 'finalized' };
      const response = await payments.post(terms);
      expect(response.status).toBe(400);
      expect(JSON.stringify(await response.json())).toContain('FINALITY_UNKNOWN');
      expect((await payments.post({ ...terms, confirmations: 3 })).status).toBe(201);
    },
  );
});
