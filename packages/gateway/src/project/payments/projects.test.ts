import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PaymentEvent } from 'latchkit/protocol';
import { getAddress, numberToHex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startAnvil } from '../../../test/servers/startAnvil.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import { waitUntil } from '../../../test/waitUntil.js';
import type { Database } from '../../platform/ports/Database.js';
import { type RpcService, rpcService } from '../chains/service.js';
import { upstreams } from '../chains/upstreams.js';
import { type DeliveryParts, deliverEvents } from './deliverEvents.js';
import { paymentProjects } from './paymentProjects.js';
import { payments } from './service.js';
import { watchChain } from './watchChain.js';

const CHAIN = 'eip155:31337';
const SHOP = 'shop';
const THIEF = 'thief';

let anvil: Awaited<ReturnType<typeof startAnvil>>;
let rpc: RpcService;
let database: Database;
let accounts: readonly string[];
let recipient: string;
let recipients = 0;

beforeAll(async () => {
  [anvil, database] = await Promise.all([startAnvil(31_337), openTestDatabase()]);
  rpc = rpcService({ chains: upstreams({ [CHAIN]: anvil.url }, true), timeout: 10_000 });
  accounts = ((await ask('eth_accounts')) as string[]).map(one => one.toLowerCase());
  for (const project of [THIEF, SHOP]) {
    await database.query('insert into projects (id, name) values ($1, $1)', [project]);
    await paymentProjects(database).save(project, `lks_${project}`, 'https://shop.example/hook');
  }
});
afterAll(async () => {
  rpc.close();
  await Promise.all([anvil.stop(), database.close()]);
});
beforeEach(async () => {
  recipients += 1;
  recipient = getAddress(`0x${(0xfeed_0000 + recipients).toString(16).padStart(40, '0')}`);
  await database.query('delete from payment_events');
});

async function ask(method: string, ...params: unknown[]): Promise<unknown> {
  const response = await fetch(anvil.url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result?: unknown; error?: unknown };
  if (error) throw new Error(JSON.stringify(error));
  return result;
}

const { signal } = new AbortController();
const open = async (project: string, amount: bigint, to = recipient): Promise<string> => {
  const body = { recipient: to, asset: CHAIN, amount: String(amount) };
  return (await payments(database, rpc).create(project, { body } as never, signal)).id;
};
const read = (project: string, id: string) => payments(database, rpc).read(project, id);
const look = async () => {
  while (await watchChain({ database, rpc }, CHAIN, signal));
};

/** Sends money from a customer. @returns the hash. */
async function send(customer: number, amount: bigint): Promise<string> {
  const transfer = { from: accounts[customer], to: recipient, value: numberToHex(amount) };
  const hash = String(await ask('eth_sendTransaction', transfer));
  await waitUntil(async () => (await ask('eth_getTransactionReceipt', hash)) !== null);
  return hash;
}

async function pay(customer: number, amount: bigint): Promise<string> {
  const hash = await send(customer, amount);
  await look();
  return hash;
}

async function toldTo(project: string): Promise<readonly PaymentEvent[]> {
  const rows = await database.query(
    'select body from payment_events where project_id = $1 order by position',
    [project],
  );
  return rows.map(({ body }) => JSON.parse(String(body)) as PaymentEvent);
}

describe('payments at one recipient', () => {
  it('are not taken by an order that misses just as much [SEC-105]', async () => {
    const attackers = await open(SHOP, 1_000_000n);
    await pay(1, 400_000n);
    const customers = await open(SHOP, 600_000n);
    await pay(2, 600_000n);
    expect(await read(SHOP, customers)).toMatchObject({
      status: 'paid',
      received: '600000',
      overpaid: false,
    });
    expect(await read(SHOP, attackers)).toMatchObject({ status: 'open', received: '400000' });
    // Its own sender goes on, and pays too much.
    await pay(1, 600_001n);
    expect(await read(SHOP, attackers)).toMatchObject({
      status: 'paid',
      received: '1000001',
      overpaid: true,
    });
  });

  it('are not paid by what a stranger sends while several wait [SEC-105]', async () => {
    const ids = [await open(SHOP, 5_000n), await open(SHOP, 6_000n)];
    const hash = await pay(3, 123_456_789n);
    for (const id of ids) expect(await read(SHOP, id)).toMatchObject({ status: 'open', received: '0' });
    expect(await toldTo(SHOP)).toMatchObject([{ type: 'payment.unmatched', data: { transfer: { hash } } }]);
  });

  it('are not paid by a transfer that was there before [SEC-105]', async () => {
    await open(SHOP, 5_000n);
    await open(SHOP, 6_000n);
    // A customer pays too little. The attacker sees it on the chain, before the gateway does.
    const hash = await send(4, 4_000n);
    const attackers = await open(SHOP, 4_000n);
    await look();
    expect(await read(SHOP, attackers)).toMatchObject({ status: 'open', received: '0' });
    expect(await toldTo(SHOP)).toMatchObject([{ type: 'payment.unmatched', data: { transfer: { hash } } }]);
  });

  it('are open again after a reorganisation, and paid by the transfer that follows [SEC-105]', async () => {
    const first = await open(SHOP, 700n);
    const snapshot = await ask('evm_snapshot');
    await pay(5, 700n);
    expect((await read(SHOP, first)).status).toBe('paid');
    await ask('evm_revert', snapshot);
    await ask('anvil_mine', '0x3');
    await look();
    expect((await read(SHOP, first)).status).toBe('open');
    expect(await toldTo(SHOP)).toMatchObject([{ type: 'payment.paid' }, { type: 'payment.reorganised' }]);
    await expect(open(SHOP, 700n)).rejects.toMatchObject({ code: 'PAYMENT_AMBIGUOUS' });
    await pay(5, 700n);
    expect(await read(SHOP, first)).toMatchObject({ status: 'paid', received: '700' });
  });
});

describe('a transfer that a reorganisation removed', () => {
  it('is late when it is mined again after its payment was paid otherwise [SEC-105]', async () => {
    const id = await open(SHOP, 700n);
    const snapshot = await ask('evm_snapshot');
    // The same transaction both times.
    const transfer = {
      from: accounts[5],
      to: recipient,
      value: numberToHex(700n),
      gas: numberToHex(21_000),
      gasPrice: numberToHex(5_000_000_000n),
    };
    const hash = await ask('eth_sendTransaction', transfer);
    await waitUntil(async () => (await ask('eth_getTransactionReceipt', hash)) !== null);
    await look();
    expect((await read(SHOP, id)).status).toBe('paid');
    await ask('evm_revert', snapshot);
    await ask('anvil_mine', '0x3');
    await look();
    await pay(6, 700n);
    expect(await ask('eth_sendTransaction', transfer)).toBe(hash);
    await waitUntil(async () => (await ask('eth_getTransactionReceipt', hash)) !== null);
    await look();
    expect(await read(SHOP, id)).toMatchObject({ status: 'paid', received: '700' });
    expect((await read(SHOP, id)).transfers).toHaveLength(1);
    expect((await toldTo(SHOP)).map(({ type }) => type)).toEqual([
      'payment.paid',
      'payment.reorganised',
      'payment.paid',
      'payment.late',
    ]);
  });
});

describe('payments of two projects at one recipient', () => {
  it('are created, paid in parts and in full as if there were no other project [SEC-106]', async () => {
    const theirs = await open(THIEF, 777_000n);
    const own = await open(SHOP, 777_000n);
    await pay(1, 400_000n);
    expect(await read(SHOP, own)).toMatchObject({ status: 'open', received: '400000' });
    await pay(1, 377_000n);
    expect(await read(SHOP, own)).toMatchObject({ status: 'paid', received: '777000' });
    expect((await toldTo(SHOP)).map(({ type }) => type)).toEqual(['payment.underpaid', 'payment.paid']);
    expect((await read(THIEF, theirs)).status).toBe('paid');
    await expect(read(THIEF, own)).rejects.toMatchObject({ code: 'PAYMENT_NOT_FOUND' });
  });

  it('are not taken by a part that another project got first [SEC-106]', async () => {
    await open(THIEF, 500_001n);
    await pay(9, 1n);
    const own = await open(SHOP, 500_000n);
    await pay(2, 500_000n);
    expect(await read(SHOP, own)).toMatchObject({ status: 'paid', received: '500000' });
    expect((await toldTo(SHOP)).map(({ type }) => type)).toEqual(['payment.paid']);
  });

  it('are seen although another project creates payments all the time [SEC-106]', async () => {
    const own = await open(SHOP, 42n);
    await send(3, 42n);
    // A payment, at a recipient of its own and at this one, is created during every look.
    let created = 0;
    const busy: RpcService['call'] = async (chainId, method, ...rest) => {
      const answer = await rpc.call(chainId, method, ...rest);
      if (method === 'eth_getBlockByNumber' && created < 40) {
        created += 1;
        const other = getAddress(`0x${(0xdead_0000 + created).toString(16).padStart(40, '0')}`);
        await open(THIEF, BigInt(1_000 + created), created % 2 ? other : recipient);
      }
      return answer;
    };
    await watchChain({ database, rpc: { ...rpc, call: busy } }, CHAIN, signal);
    expect(created).toBeGreaterThan(0);
    expect((await read(SHOP, own)).status).toBe('paid');
  });

  it('lose nothing that arrives while a payment is created [SEC-106]', async () => {
    await open(SHOP, 42n);
    const to = getAddress(`0x${(0xcafe_0000 + recipients).toString(16).padStart(40, '0')}`);
    let late = '';
    const busy: RpcService['call'] = async (chainId, method, ...rest) => {
      // Created and paid after the gateway has asked which recipients it reads, before it reads the newest block.
      if (method === 'eth_getBlockByNumber' && late === '') {
        late = await open(SHOP, 43n, to);
        const transfer = { from: accounts[6], to, value: numberToHex(43n) };
        const hash = String(await ask('eth_sendTransaction', transfer));
        await waitUntil(async () => (await ask('eth_getTransactionReceipt', hash)) !== null);
      }
      return rpc.call(chainId, method, ...rest);
    };
    await watchChain({ database, rpc: { ...rpc, call: busy } }, CHAIN, signal);
    await look();
    expect((await read(SHOP, late)).status).toBe('paid');
  });

  it('are reported although the server of another project does not answer [SEC-106]', async () => {
    const server = createServer(() => {}).listen(0, '127.0.0.1');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    await waitUntil(async () => server.listening);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await database.query(`update payment_projects set webhook_url = $1 where project_id = 'thief'`, [url]);
    for (const [project, count] of [
      [THIEF, 60],
      [SHOP, 1],
    ] as const)
      await database.query(
        `insert into payment_events (id, project_id, body) select $1 || n, $1, '{}' from generate_series(1, $2) n`,
        [project, count],
      );
    const stop = new AbortController();
    const waiting = new Map<string, number>();
    const parts: DeliveryParts = {
      database,
      log: () => {},
      stopped: stop.signal,
      waiting,
      guard: { protocols: ['http:', 'https:'], isAllowed: () => true },
      now: Date.now,
    };
    const first = await deliverEvents(parts);
    const second = await deliverEvents(parts);
    expect(waiting.get(THIEF)).toBe(20);
    expect(waiting.get(SHOP)).toBe(1);
    expect((await deliverEvents(parts)).count).toBe(0);
    stop.abort();
    await Promise.all([first.sent, second.sent]);
  });

  it.each<[string, boolean, (response: ServerResponse) => void]>([
    ['a page that is too large', true, response => response.writeHead(200).end('x'.repeat(5_000_000))],
    ['a page that does not end', true, response => void response.writeHead(200).write('x')],
    ['less than it announces', true, response => response.writeHead(200, { 'Content-Length': '9' }).end('x')],
    ['a redirect', false, response => response.writeHead(302, { Location: '/elsewhere' }).end()],
    ['what is no HTTP', false, response => void response.socket?.end('hello\r\n\r\n')],
    ['nothing', false, response => void response.socket?.destroy()],
  ])(
    'are reported once to a server that answers %s, and to the others (RV-01)',
    async (_, isTaken, answer) => {
      const told: string[] = [];
      const server = createServer((request, response) => {
        told.push(String(request.headers['webhook-id']));
        if (request.url === '/shop') response.writeHead(204).end();
        else answer(response);
      }).listen(0, '127.0.0.1');
      onTestFinished(() => {
        server.closeAllConnections();
        server.close();
      });
      await waitUntil(async () => server.listening);
      for (const project of [THIEF, SHOP]) {
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${project}`;
        await database.query('update payment_projects set webhook_url = $2 where project_id = $1', [
          project,
          url,
        ]);
        await database.query("insert into payment_events (id, project_id, body) values ($1, $1, '{}')", [
          project,
        ]);
      }
      let time = Date.now();
      const parts: DeliveryParts = {
        database,
        log: () => {},
        stopped: signal,
        guard: { protocols: ['http:', 'https:'], isAllowed: () => true },
        now: () => time,
      };
      for (let round = 0; round < 3; round += 1) {
        await (await deliverEvents(parts)).sent;
        time += 60_000;
      }
      expect(told.filter(id => id === SHOP)).toHaveLength(1);
      expect(told.filter(id => id === THIEF)).toHaveLength(isTaken ? 1 : 3);
    },
  );
});
