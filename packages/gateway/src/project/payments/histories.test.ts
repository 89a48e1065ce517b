import fc from 'fast-check';
import { type Hex, numberToHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAnvil } from '../../../test/servers/startAnvil.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import { waitUntil } from '../../../test/waitUntil.js';
import type { Database, SqlRunner } from '../../platform/ports/Database.js';
import { type RpcService, rpcService } from '../chains/service.js';
import { upstreams } from '../chains/upstreams.js';
import { paymentProjects } from './paymentProjects.js';
import { payments } from './service.js';
import { watchChain } from './watchChain.js';

const CHAIN = 'eip155:31337';
const PROJECTS = ['a', 'b'] as const;
type Project = (typeof PROJECTS)[number];
const HISTORIES = process.env.LATCHKIT_FULL ? 200 : 20;
/** Milliseconds for all histories. */
const LIMIT = process.env.LATCHKIT_FULL ? 1_800_000 : 180_000;

let anvil: Awaited<ReturnType<typeof startAnvil>>;
let rpc: RpcService;
let customers: readonly string[];
/** The database of both projects, and one that only knows the first. */
let both: Database;
let alone: Database;
let recipients = 0;

beforeAll(async () => {
  [anvil, both, alone] = await Promise.all([startAnvil(31_337), openTestDatabase(), openTestDatabase()]);
  rpc = rpcService({ chains: upstreams({ [CHAIN]: anvil.url }, true), timeout: 10_000 });
  customers = ((await ask('eth_accounts')) as string[]).map(one => one.toLowerCase());
  for (const [database, projects] of [
    [both, PROJECTS],
    [alone, ['a']],
  ] as const) {
    for (const project of projects) {
      await database.query('insert into projects (id, name) values ($1, $1)', [project]);
      await paymentProjects(database).save(project, `lks_${project}`, 'https://shop.example/hook');
    }
  }
});
afterAll(async () => {
  rpc.close();
  await Promise.all([anvil.stop(), both.close(), alone.close()]);
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

/** A database whose process is killed at a statement of its next transaction, before it ends. */
function killedAt(database: Database, statement: number): Database {
  return {
    ...database,
    query: (sql, values) => database.query(sql, values),
    transaction: run =>
      database.transaction(runner => {
        let count = 0;
        const counted: SqlRunner = {
          script: sql => runner.script(sql),
          query: async (sql, values) => {
            count += 1;
            if (count > statement) throw new Error('killed');
            return runner.query(sql, values);
          },
        };
        return run(counted);
      }),
  };
}

/** An order as the history knows it. */
interface Order {
  readonly project: Project;
  readonly recipient: string;
  readonly amount: bigint;
  readonly customer: string;
  /** Ids in the two databases. */
  readonly ids: readonly string[];
}

/** A transfer, with the order that its customer means. */
interface Sent {
  readonly hash: string;
  readonly order: Order;
  readonly amount: bigint;
}

const action = fc.record({
  kind: fc.constantFrom(
    'open',
    'open',
    'exact',
    'exact',
    'part',
    'part',
    'rest',
    'over',
    'expire',
    'reorganise',
    'look',
    'kill',
  ),
  pick: fc.nat(1_000),
  share: fc.integer({ min: 1, max: 99 }),
});
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

/** A part of an order that has expired counts for the only open one, and so does what its sender pays after it. */
const CUSTOMER_OF_TWO: Action[] = [
  { kind: 'open', pick: 900, share: 73 },
  { kind: 'expire', pick: 348, share: 55 },
  { kind: 'part', pick: 168, share: 88 },
  { kind: 'open', pick: 252, share: 76 },
  { kind: 'exact', pick: 357, share: 17 },
];

/** One history: its orders, what was sent, and what the gateways made of it. */
class History {
  readonly #places: Readonly<Record<Project, readonly string[]>>;
  readonly #orders: Order[] = [];
  #sent: Sent[] = [];
  /** What was sent for which order, also by transfers that were replaced. */
  readonly #ordersOf = new Map<string, Order>();
  /** When a block first contained a transfer: one that was in time stays so when a later block contains it again. */
  readonly #firstIncluded = new Map<string, Date>();
  #number = 0;

  constructor() {
    const [own, other, shared] = [newRecipient(), newRecipient(), newRecipient()];
    this.#places = { a: [own, shared], b: [other, shared] };
  }

  async run(actions: readonly Action[]): Promise<void> {
    for (const one of actions) {
      await this.#act(one);
      if (one.pick % 3 > 0) await this.#look();
    }
    await this.#look();
  }

  async #act({ kind, pick, share }: Action): Promise<void> {
    const order = this.#orders[pick % Math.max(1, this.#orders.length)];
    if (kind === 'open') return this.#open(pick);
    if (kind === 'reorganise') return this.#reorganise(pick);
    if (kind === 'look') return this.#look();
    if (kind === 'kill') return this.#kill(pick);
    if (!order) return;
    if (kind === 'expire') return this.#expire(order);
    const paid = this.#sent.filter(one => one.order === order).reduce((sum, { amount }) => sum + amount, 0n);
    const amounts = {
      exact: order.amount,
      part: (order.amount * BigInt(share)) / 100n,
      rest: order.amount - paid,
      over: order.amount + BigInt(share),
    };
    await this.#pay(order, amounts[kind]);
  }

  async #open(pick: number): Promise<void> {
    const project = PROJECTS[pick % 2] ?? 'a';
    const recipient = this.#places[project][Math.floor(pick / 2) % 2] ?? '';
    // Full amounts differ from each other, by more than what is paid too much.
    this.#number += 1;
    const amount = BigInt(this.#number) * 1_000_000n + BigInt(pick);
    const customer = customers[this.#number % customers.length] ?? '';
    const body = { recipient, asset: CHAIN, amount: String(amount) };
    const { signal } = new AbortController();
    const create = async (database: Database) =>
      (await payments(database, rpc).create(project, { body } as never, signal)).id;
    const ids = [await create(both), ...(project === 'a' ? [await create(alone)] : [])];
    this.#orders.push({ project, recipient, amount, customer, ids });
  }

  async #pay(order: Order, wanted: bigint): Promise<void> {
    // The full amount of another order would pay that one.
    const isTaken = this.#orders.some(one => one !== order && one.amount === wanted);
    const amount = isTaken ? wanted - 1n : wanted;
    if (amount <= 0n) return;
    const { customer: from, recipient: to } = order;
    const hash = String(await ask('eth_sendTransaction', { from, to, value: numberToHex(amount) }));
    await waitUntil(async () => (await ask('eth_getTransactionReceipt', hash)) !== null);
    this.#sent.push({ hash, order, amount });
    this.#ordersOf.set(hash, order);
    if (!this.#firstIncluded.has(hash)) this.#firstIncluded.set(hash, await timeOfLatest());
  }

  async #expire({ ids }: Order): Promise<void> {
    const latest = Number(await timeOfLatest());
    // A branch that was replaced may have been ahead of the chain: what it contained was in time.
    const end = new Date(Math.max(latest, ...[...this.#firstIncluded.values()].map(Number)));
    for (const [index, id] of ids.entries())
      await [both, alone][index]?.query('update payments set expires_at = $2 where id = $1', [id, end]);
    await ask('evm_increaseTime', (Number(end) - latest) / 1_000 + 2);
  }

  /** Replaces the newest blocks by others, with some of their transfers. */
  async #reorganise(pick: number): Promise<void> {
    const before = await ask('evm_snapshot');
    const kept = [...this.#sent];
    const order = this.#orders[pick % Math.max(1, this.#orders.length)];
    if (!order) return;
    await this.#pay(order, order.amount / 3n);
    await this.#pay(order, order.amount);
    await this.#look();
    const lost = this.#sent.slice(kept.length);
    await ask('evm_revert', before);
    this.#sent = kept;
    // The chain grows beyond what was read.
    await ask('anvil_mine', '0x3');
    const [first] = lost;
    if (first && pick % 2) await this.#pay(order, first.amount);
  }

  async #kill(pick: number): Promise<void> {
    const watched = { database: killedAt(both, pick % 12), rpc };
    await watchChain(watched, CHAIN, new AbortController().signal).catch((error: Error) => {
      if (error.message !== 'killed') throw error;
    });
  }

  async #look(): Promise<void> {
    for (const database of [both, alone])
      while (await watchChain({ database, rpc }, CHAIN, new AbortController().signal));
  }

  /** What one database says about the orders of a project: the same text for the same outcome. */
  async outcome(database: Database, index: number, project: Project): Promise<readonly string[]> {
    const nameOf = new Map(this.#orders.map((order, place) => [order.ids[index], `order ${place}`]));
    const ids = this.#orders.filter(one => one.project === project).map(one => one.ids[index]);
    const all = [...this.#places[project]].join(' ').toLowerCase();
    const orders = await database.query(
      `select id, status, received from payments where project_id = $1 and id = any(string_to_array($2, ' '))`,
      [project, ids.join(' ')],
    );
    const transfers = await database.query(
      `select hash, payment_id as id, is_late as late, is_removed as removed, is_alone as alone from payment_transfers
       where project_id = $1 and recipient = any(string_to_array($2, ' '))`,
      [project, all],
    );
    const events = await database.query(
      `select body from payment_events where project_id = $1 order by position`,
      [project],
    );
    const told = events.flatMap(({ body }) => {
      const { type, data } = JSON.parse(String(body)) as {
        type: string;
        data: { payment?: { id: string }; transfer?: { hash: string; recipient: string } };
      };
      const isOwn = data.payment
        ? nameOf.has(data.payment.id)
        : all.includes(data.transfer?.recipient ?? '?');
      return isOwn
        ? [`${type} ${nameOf.get(data.payment?.id ?? '') ?? ''} ${data.transfer?.hash ?? ''}`]
        : [];
    });
    return [
      ...orders.map(({ id, status, received }) => `${nameOf.get(String(id))} ${status} ${received}`).sort(),
      ...transfers
        .map(
          one =>
            `${one.hash} ${nameOf.get(String(one.id)) ?? 'none'} ${one.late} ${one.removed} ${one.alone}`,
        )
        .sort(),
      ...told.sort(),
    ];
  }

  /** What must hold of a project's transfers, whatever happened. */
  async check(project: Project): Promise<void> {
    const orders = this.#orders.filter(one => one.project === project);
    const stored = await both.query(
      `select t.hash, t.payment_id as id, t.amount, t.is_late as late, t.is_alone as alone, t.is_removed as removed, t.sender,
         p.expires_at as "end"
       from payment_transfers t left join payments p on p.project_id = t.project_id and p.id = t.payment_id
       where t.project_id = $1 and t.recipient = any(string_to_array($2, ' '))`,
      [project, this.#places[project].join(' ').toLowerCase()],
    );
    const rows = stored.filter(({ removed }) => removed !== true);
    // Each transfer is in one place: of the project's orders, late for one of them, or of none.
    const hashes = rows.map(({ hash }) => hash);
    expect(new Set(hashes).size).toBe(hashes.length);
    const seen = this.#sent.filter(one => orders.some(order => order.recipient === one.order.recipient));
    const ofProject = seen.filter(one => one.order.project === project);
    expect(ofProject.filter(one => !hashes.includes(one.hash))).toEqual([]);
    expect(rows.filter(({ hash }) => !seen.some(one => one.hash === hash))).toEqual([]);
    for (const { hash, id, amount, late, alone: wasAlone, sender, end } of rows) {
      const sent = seen.find(one => one.hash === hash);
      const order = orders.find(one => one.ids[0] === id);
      if (id === null || late) continue;
      const included = this.#firstIncluded.get(String(hash));
      expect(Number(included)).toBeLessThanOrEqual(Number(end));
      // Money for another order of the project counts only where nobody can know that: as a part of the only open one, or of one
      // that has such a part, or one of its own, from the same sender.
      if (sent?.order.project !== project || sent.order === order) continue;
      const isOwn = (of: unknown) => this.#ordersOf.get(String(of)) === order;
      const hasPart = stored.some(
        one => one.hash !== hash && one.id === id && one.sender === sender && (one.alone || isOwn(one.hash)),
      );
      expect([wasAlone || hasPart, BigInt(String(amount)) !== order?.amount]).toEqual([true, true]);
    }
    for (const { ids, amount } of orders) {
      const [row] = await both.query(
        'select status, received from payments where project_id = $1 and id = $2',
        [project, ids[0] ?? ''],
      );
      const own = rows.filter(({ id, late }) => id === ids[0] && !late);
      const received = own.reduce((sum, one) => sum + BigInt(String(one.amount)), 0n);
      expect(row?.received).toBe(String(received));
      expect(row?.status === 'paid').toBe(received >= amount);
    }
  }
}

async function timeOfLatest(): Promise<Date> {
  const { timestamp } = (await ask('eth_getBlockByNumber', 'latest', false)) as { timestamp: Hex };
  return new Date(Number(timestamp) * 1_000);
}

function newRecipient(): string {
  recipients += 1;
  return `0x${(0xbeef_0000 + recipients).toString(16).padStart(40, '0')}`;
}

describe('the payments of two projects', () => {
  it('are paid by no other project and no other order, and each transfer is in one place [SEC-106]', {
    timeout: LIMIT,
  }, async () => {
    const property = fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 12 }), async actions => {
      const history = new History();
      await history.run([{ kind: 'open', pick: 0, share: 1 }, ...actions]);
      // The first project sees the same as if there were no other.
      expect(await history.outcome(both, 0, 'a')).toEqual(await history.outcome(alone, 1, 'a'));
      for (const project of PROJECTS) await history.check(project);
    });
    const seed = Number(process.env.LATCHKIT_SEED ?? Date.now() % 1_000_000);
    // fast-check names the seed of a failure, which LATCHKIT_SEED repeats.
    await fc.assert(property, {
      numRuns: HISTORIES,
      seed,
      examples: [[CUSTOMER_OF_TWO]],
      endOnFailure: true,
    });
  });
});
