import { type Payment, SMART_ACCOUNT_V1 } from 'latchkit/protocol';
import { DEMO_TOKEN_ADDRESS, installDemoToken } from 'latchkit/testing';
import { encodeFunctionData, erc20Abi, getAddress, type Hex, parseEther } from 'viem';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../../../../scripts/lib/ports.mjs';
import { buildCommand } from '../../../test/servers/buildCommand.js';
import { startAnvil } from '../../../test/servers/startAnvil.js';
import { startShop } from '../../../test/servers/startShop.js';
import { hasPostgres, newPostgres, openTestDatabase } from '../../../test/testDatabase.js';
import { waitUntil } from '../../../test/waitUntil.js';
import { openPostgres } from '../../platform/adapters/postgres.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway, type GatewayOptions } from '../createGateway.js';
import { deliverEvents } from './deliverEvents.js';
import { DEVELOPMENT_SECRET } from './openPayments.js';

const CHAIN = 'eip155:31337';
const PROJECT = '0'.repeat(32);
const TOKEN = `${CHAIN}:${DEMO_TOKEN_ADDRESS}`;
const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** Payments of the test with kills, and the kills among them. */
const FULL = process.env.LATCHKIT_FULL !== undefined;
const [COUNT, KILLS] = FULL ? [200, 20] : [6, 1];
/** Milliseconds: the full counts start twenty gateways. */
const LIMIT = FULL ? 1_800_000 : 180_000;

let anvil: Awaited<ReturnType<typeof startAnvil>>;
let database: Database;
let gateway: Gateway;
let shop: Awaited<ReturnType<typeof startShop>>;

async function ask(method: string, ...params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(anvil.url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  const { result, error } = (await response.json()) as { result?: unknown; error?: unknown };
  if (error) throw new Error(JSON.stringify(error));
  return result;
}

async function start(options: Partial<GatewayOptions> = {}): Promise<Gateway> {
  return createGateway({
    database,
    developmentMode: true,
    upstreams: { [CHAIN]: [anvil.url] },
    payments: { interval: 50, retryDelays: [50] },
    ...options,
  });
}

beforeAll(async () => {
  [anvil, database, shop] = await Promise.all([startAnvil(31_337), openTestDatabase(), startShop(PROJECT)]);
  await installDemoToken(anvil.url, { [PAYER]: 10n ** 30n });
  gateway = await start();
  await shop.serve(database);
});
afterAll(async () => {
  shop.close();
  await gateway.close();
  await database.close();
  await anvil.stop();
});

let recipients = 0;
const newRecipient = () => getAddress(`0x${(0xabcd_0000 + ++recipients).toString(16).padStart(40, '0')}`);

interface Terms {
  readonly recipient?: string;
  readonly asset?: string;
  readonly amount?: string;
  readonly expiresAt?: number;
  readonly finality?: string;
  readonly confirmations?: number;
  readonly reference?: string;
}

async function post(terms: object, secret = DEVELOPMENT_SECRET, url?: string): Promise<Response> {
  const request = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${secret}` },
    body: JSON.stringify(terms),
  };
  return url === undefined
    ? gateway.app.request('/v1/payments', request)
    : fetch(`${url}/v1/payments`, request);
}

async function create(terms: Terms = {}, url?: string): Promise<Payment> {
  const full = { recipient: newRecipient(), asset: TOKEN, amount: '1000', ...terms };
  const response = await post(full, DEVELOPMENT_SECRET, url);
  if (response.status !== 201) throw new Error(await response.text());
  return response.json() as Promise<Payment>;
}

const read = async (id: string) =>
  (await (await gateway.app.request(`/v1/payments/${id}?projectId=${PROJECT}`)).json()) as Payment;
const untilStatus = (id: string, status: string) => waitUntil(async () => (await read(id)).status === status);
const untilTold = (id: string, ...types: string[]) =>
  waitUntil(async () => types.every(type => shop.typesOf(id).some(one => one === type)));

/** Sends money, as a wallet does. @returns the hash. */
async function pay({ recipient, asset }: Payment, amount: bigint): Promise<string> {
  const to = recipient as Hex;
  const args = [to, amount] as const;
  const transaction =
    asset === CHAIN
      ? { to, value: `0x${amount.toString(16)}` }
      : {
          to: DEMO_TOKEN_ADDRESS,
          data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }),
        };
  const hash = await ask('eth_sendTransaction', { from: PAYER, ...transaction });
  await waitUntil(async () => (await ask('eth_getTransactionReceipt', hash)) !== null);
  return String(hash);
}

describe('payments', () => {
  it('sees a payment in a token and in the native currency, and reports each once', async () => {
    for (const terms of [{ amount: '1000' }, { asset: CHAIN, amount: String(parseEther('0.5')) }]) {
      const created = await create({ ...terms, reference: 'order 1042' });
      expect(created).toMatchObject({
        status: 'open',
        received: '0',
        reference: 'order 1042',
        transfers: [],
      });
      const hash = await pay(created, BigInt(created.amount));
      await untilTold(created.id, 'payment.paid');
      const paid = await read(created.id);
      expect(paid).toMatchObject({ status: 'paid', received: created.amount });
      expect(paid.transfers).toMatchObject([{ hash, from: PAYER.toLowerCase(), amount: created.amount }]);
      expect(shop.typesOf(created.id)).toEqual(['payment.paid']);
    }
  });

  it('sees native currency that a smart account sends inside a transaction', async () => {
    const created = await create({ asset: CHAIN, amount: '7000' });
    const account = newRecipient();
    // Passes its value on to the address in the data, and logs the event of a user operation by the caller.
    const event = '49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f';
    const code = `0x6000600060006000346000355af15060003360007f${event}60006000a400`;
    await ask('anvil_setCode', account, code);
    const data = `0x${created.recipient.slice(2).padStart(64, '0')}`;
    const hash = await ask('eth_sendTransaction', { from: PAYER, to: account, value: '0x1b58', data });
    await untilTold(created.id, 'payment.paid');
    expect((await read(created.id)).transfers).toMatchObject([
      { hash, from: PAYER.toLowerCase(), amount: '7000' },
    ]);
  });

  it('counts nothing that the recipient sends itself, and hides nothing behind a claim that it did (RV-01)', async () => {
    const [, own = ''] = (await ask('eth_accounts')) as string[];
    await installDemoToken(anvil.url, { [own]: 10n ** 18n });
    const inTokens = await create({ recipient: own, amount: '1000' });
    const native = await create({ recipient: own, asset: CHAIN, amount: '8000' });
    const args = [own as Hex, 1_000n] as const;
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args });
    await ask('eth_sendTransaction', { from: own, to: DEMO_TOKEN_ADDRESS, data });
    await ask('eth_sendTransaction', { from: own, to: own, value: '0x1f40' });
    // Passes its value on to the address in the data, and logs the event of a user operation by this address.
    const event = '49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f';
    const code = `0x6000600060006000346000355af150600060003560007f${event}60006000a4`;
    const [entryPoint, claim] = [SMART_ACCOUNT_V1.entryPoint, newRecipient()];
    for (const address of [entryPoint, claim]) await ask('anvil_setCode', address, code);
    const operate = ({ recipient }: Payment, to: string) =>
      ask('eth_sendTransaction', {
        from: PAYER,
        to,
        value: '0x1f40',
        data: `0x${recipient.slice(2).padStart(64, '0')}`,
      });
    const account = await create({ asset: CHAIN, amount: '8000' });
    await operate(account, entryPoint);
    // Any contract can write the log.
    const claimed = await create({ asset: CHAIN, amount: '8000' });
    await operate(claimed, claim);
    await untilStatus(claimed.id, 'paid');
    const after = await create();
    await pay(after, 1_000n);
    await untilStatus(after.id, 'paid');
    for (const { id } of [inTokens, native, account])
      expect(await read(id)).toMatchObject({ status: 'open', received: '0', transfers: [] });
    const recipients = new Set([own, account.recipient].map(one => one.toLowerCase()));
    const unmatched = shop
      .all()
      .filter(({ data: { transfer } }) => recipients.has(String(transfer?.recipient)));
    expect(unmatched).toEqual([]);
  });

  it('reports too little, then the rest, and more than expected', async () => {
    const created = await create();
    await pay(created, 400n);
    await untilTold(created.id, 'payment.underpaid');
    expect(await read(created.id)).toMatchObject({ status: 'open', received: '400' });
    await pay(created, 600n);
    await untilTold(created.id, 'payment.paid');
    expect(shop.typesOf(created.id)).toEqual(['payment.underpaid', 'payment.paid']);
    const over = await create();
    await pay(over, 1_500n);
    await untilStatus(over.id, 'paid');
    expect(await read(over.id)).toMatchObject({ received: '1500', amount: '1000' });
  });

  it('tells open payments of one recipient apart by their amount, and refuses two of the same', async () => {
    const one = await create({ amount: '1001' });
    const { recipient } = one;
    const other = await create({ recipient, amount: '1002' });
    expect((await post({ recipient, asset: TOKEN, amount: '1001' })).status).toBe(409);
    const hash = await pay(one, 77n);
    await waitUntil(async () =>
      shop.all().some(({ type, data }) => type === 'payment.unmatched' && data.transfer?.hash === hash),
    );
    await pay(one, 1_002n);
    await untilStatus(other.id, 'paid');
    expect(await read(one.id)).toMatchObject({ status: 'open', received: '0' });
    await pay(one, 1_001n);
    await untilStatus(one.id, 'paid');
  });

  it('waits for confirmations and for finality', async () => {
    const created = await create({ confirmations: 3 });
    const final = await create({ finality: 'finalized' });
    await pay(created, 1_000n);
    await pay(final, 1_000n);
    await Promise.all([created, final].map(({ id }) => untilTold(id, 'payment.included')));
    await ask('anvil_mine', '0x2');
    await untilStatus(created.id, 'paid');
    expect((await read(final.id)).status).toBe('included');
    await ask('anvil_mine', '0x60');
    await untilTold(final.id, 'payment.paid');
    expect(shop.typesOf(final.id)).toEqual(['payment.included', 'payment.paid']);
  });

  it('takes back what a reorganisation removed, and sees it in another block', async () => {
    const paid = await create({ amount: '5' });
    const created = await create({ confirmations: 5 });
    const snapshot = await ask('evm_snapshot');
    await pay(created, 1_000n);
    await pay(paid, 5n);
    await untilTold(created.id, 'payment.included');
    await untilTold(paid.id, 'payment.paid');
    await ask('evm_revert', snapshot);
    await ask('anvil_mine', '0x3');
    await Promise.all([created, paid].map(({ id }) => untilTold(id, 'payment.reorganised')));
    expect((await read(paid.id)).status).toBe('open');
    expect(await read(created.id)).toMatchObject({ status: 'open', received: '0', transfers: [] });
    await pay(created, 1_000n);
    await ask('anvil_mine', '0x5');
    await untilStatus(created.id, 'paid');
  });

  it('expires, and reports money that arrives later', async () => {
    const latest = (await ask('eth_getBlockByNumber', 'latest', false)) as { timestamp: string };
    const created = await create({
      expiresAt: Math.max(Number(latest.timestamp) * 1_000, Date.now()) + 1_500,
    });
    await untilTold(created.id, 'payment.expired');
    await ask('evm_increaseTime', 5);
    await pay(created, 1_000n);
    await untilTold(created.id, 'payment.late');
    expect(await read(created.id)).toMatchObject({ status: 'expired', received: '0' });
  });

  it('refuses a page, a wrong secret, and terms that it cannot watch', async () => {
    const terms = { recipient: newRecipient(), asset: TOKEN, amount: '1' };
    expect((await post(terms, 'lks_wrong')).status).toBe(401);
    expect((await gateway.app.request('/v1/payments', { method: 'POST' })).status).toBe(401);
    expect((await post(terms)).headers.get('Access-Control-Allow-Origin')).toBeNull();
    for (const change of [
      { asset: 'eip155:999999' },
      { amount: '0' },
      { amount: '1.5' },
      { recipient: '0x1' },
      { expiresAt: Date.now() - 1 },
      { expiresAt: Date.now() + 31 * 86_400_000 },
    ]) {
      expect((await post({ ...terms, ...change })).status).toBe(400);
    }
    const other = await gateway.app.request(`/v1/payments/pay_${'x'.repeat(24)}?projectId=${PROJECT}`);
    expect(other.status).toBe(404);
  });

  it('repeats a webhook that was refused under the same id, and gives it up after a day', async () => {
    const created = await create();
    shop.answer(500, 500);
    await pay(created, 1_000n);
    await untilTold(created.id, 'payment.paid');
    expect(new Set(shop.refused.slice(-2)).size).toBe(1);
    await gateway.close();
    onTestFinished(async () => {
      gateway = await start();
    });
    await database.query(`insert into payment_events (id, project_id, body) values ('evt_old', $1, '{}')`, [
      PROJECT,
    ]);
    // Events of other tests may wait too.
    shop.answer(...Array.from({ length: 100 }, () => 500));
    onTestFinished(() => shop.answer());
    const parts = { database, log: () => {}, stopped: new AbortController().signal };
    const guard = { protocols: ['http:'], isAllowed: () => true } as const;
    await (await deliverEvents({ ...parts, guard, now: () => Date.now() + 24 * 60 * 60_000 })).sent;
    const [event] = await database.query(
      `select is_delivered as "isDelivered", ended_at is not null as "isEnded" from payment_events where id = 'evt_old'`,
    );
    expect(event).toEqual({ isDelivered: false, isEnded: true });
  });

  it('sends webhooks only to servers on the public internet in production', async () => {
    const created = await create();
    await gateway.close();
    const logged: object[] = [];
    const closed = await start({
      log: (_, name, fields) => {
        if (name === 'webhook_failed') logged.push(fields ?? {});
      },
      payments: { interval: 50, retryDelays: [50], guard: { protocols: ['https:'], isAllowed: () => false } },
    });
    await pay(created, 1_000n);
    await waitUntil(async () => logged.length > 0);
    await closed.close();
    gateway = await start();
    await untilTold(created.id, 'payment.paid');
  });
});

describe.skipIf(!hasPostgres())('payments of two gateways that are killed', () => {
  it('are all seen, and each webhook is delivered under one id', { timeout: LIMIT }, async () => {
    const [databaseUrl, command] = await Promise.all([newPostgres(), buildCommand()]);
    onTestFinished(() => {
      command.killAll();
      command.remove();
    });
    const ports = [await freePort(), await freePort()];
    const urls = ports.map(port => `http://127.0.0.1:${port}`);
    const run = (index: number) =>
      command.run({
        DATABASE_URL: databaseUrl,
        LATCHKIT_GATEWAY_PORT: String(ports[index]),
        LATCHKIT_RPC_31337: anvil.url,
        LATCHKIT_INDEX: 'off',
      });
    const running = FULL ? [run(0), run(1)] : [run(0)];
    const url = urls[0] ?? '';
    await Promise.all(running.map((one, index) => one.ready(urls[index] ?? '')));
    const own = await openPostgres(databaseUrl);
    onTestFinished(() => own.close());
    // In the short run the other gateway is in this process, where it starts faster, and goes on alone.
    const other = FULL ? undefined : await start({ database: own });
    onTestFinished(() => other?.close());
    const till = await startShop(PROJECT);
    onTestFinished(() => void till.close());
    await till.serve(own);
    const payments = await Promise.all(Array.from({ length: COUNT }, () => create({}, url)));
    for (const [index, created] of payments.entries()) {
      await pay(created, 1_000n);
      if (index % Math.floor(COUNT / KILLS) !== 1) continue;
      const killed = (index / Math.floor(COUNT / KILLS)) & 1;
      running[killed]?.child.kill('SIGKILL');
      await running[killed]?.ended;
      if (FULL) running[killed] = run(killed);
    }
    await waitUntil(async () => payments.every(({ id }) => till.typesOf(id).length > 0));
    for (const { id } of payments) expect(till.typesOf(id)).toEqual(['payment.paid']);
    // A server sees an id again only if the gateway was killed before it stored the answer.
    expect(till.repeats()).toBeLessThanOrEqual(KILLS * 20);
    const [{ all } = { all: 0 }] = await own.query('select count(*)::int as all from payment_events');
    expect(all).toBe(COUNT);
  });
});
