import { DEVELOPMENT_TOKENS, type SolanaDevnet, startSolanaDevnet } from '@latchkit/solana-devnet';
import { generateKeyPairSigner } from '@solana/kit';
import type { Payment } from 'latchkit/protocol';
import { solanaAccounts } from 'latchkit/testing/solana';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { solanaPayer } from '../../../test/chain/solanaPayer.js';
import { startPayments } from '../../../test/servers/startPayments.js';
import { type NodeCall, type NodeRule, startSolanaNode } from '../../../test/servers/startSolanaNode.js';
import { ask } from '../../../test/signInClient.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import { waitUntil } from '../../../test/waitUntil.js';
import { boundedMap } from '../../platform/boundedMap.js';
import { inTurns } from '../../platform/inTurns.js';
import { rpcService } from '../chains/service.js';
import { upstreams } from '../chains/upstreams.js';
import { paymentProjects } from './paymentProjects.js';
import { payments } from './service.js';
import { watchChain } from './watchChain.js';

const SOL = 1_000_000_000n;
/** What a new account must hold at least. */
const DUST = 1_000_000n;
const [USDC] = DEVELOPMENT_TOKENS;
const PROJECT = 'shop';

/** Foreign transactions of one recipient. */
const DUSTS = process.env.LATCHKIT_FULL ? 10_000 : 1_200;

/** Number of payments of which a third cannot be read. */
const COUNT = process.env.LATCHKIT_FULL ? 200 : 30;

type Node = Awaited<ReturnType<typeof startSolanaNode>>;

let devnet: SolanaDevnet;
let first: Node;
let second: Node;
let pay: Awaited<ReturnType<typeof solanaPayer>>['pay'];

beforeAll(async () => {
  devnet = await startSolanaDevnet({ slotTime: 0, blockhashSlots: 100_000 });
  [first, second] = await Promise.all([startSolanaNode(devnet.url), startSolanaNode(devnet.url)]);
  ({ pay } = await solanaPayer(devnet, solanaAccounts[0]));
  devnet.advance(5);
});
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await devnet.close();
});
beforeEach(() => {
  first.behave();
  second.behave();
});

const newRecipient = async () => String((await generateKeyPairSigner()).address);
/** Pays, in a slot of its own. */
const payIn = async (version: number, ...terms: Parameters<typeof pay>): Promise<string> => {
  const hash = await pay(...terms);
  if (version > 0) devnet.mark(hash, version);
  devnet.advance(1);
  return hash;
};
const isRead = ({ method, params }: NodeCall, hash: string) =>
  method === 'getTransaction' && params[0] === hash;
/** A node whose software reads no version above 0. */
const old: NodeRule = ({ method, params: [hash, options] }) =>
  method === 'getTransaction'
    ? { call: { method, params: [hash, { ...(options as object), maxSupportedTransactionVersion: 0 }] } }
    : undefined;
/** A node that gives a transaction without the field `balances`. */
const odd =
  (hash: string): NodeRule =>
  call =>
    isRead(call, hash)
      ? { change: result => ({ ...(result as object), meta: { err: null, fee: 5_000 } }) }
      : undefined;

/** The watcher of a replica, step by step. */
async function replica(urls: readonly string[], shared?: Awaited<ReturnType<typeof openTestDatabase>>) {
  const database = shared ?? (await openTestDatabase());
  const chainId = devnet.caipNetworkId;
  const rpc = rpcService({ chains: upstreams({ [chainId]: urls }, true), timeout: 2_000 });
  const { signal } = new AbortController();
  const seen = boundedMap<true>(20_000);
  if (!shared) {
    await database.query('insert into projects (id, name) values ($1, $1)', [PROJECT]);
    await paymentProjects(database).save(PROJECT, 'lks_secret', 'https://shop.example/hook');
  }
  onTestFinished(async () => {
    rpc.close();
    if (!shared) await database.close();
  });
  const service = payments(database, rpc);
  const rows = (sql: string) => database.query(sql);
  return {
    database,
    create: async (change: object = {}): Promise<Payment> => {
      const terms = { recipient: await newRecipient(), asset: chainId, amount: String(SOL) };
      return service.create(PROJECT, { body: { ...terms, ...change } } as never, signal);
    },
    status: async ({ id }: Payment) => (await service.read(PROJECT, id)).status,
    seen,
    /** One look at the chain. */
    look: () => watchChain({ database, rpc, seen }, chainId, signal),
    /** The same, after the time in which nothing is read again. */
    async lookLater() {
      for (const table of ['payment_unread', 'payment_unread_ranges'])
        await database.query(`update ${table} set next_at = now() where next_at > now()`);
      return watchChain({ database, rpc, seen }, chainId, signal);
    },
    unread: () =>
      rows('select hash, recipient, reason, attempts from payment_unread order by first_seen, hash'),
    ranges: () => rows('select * from payment_unread_ranges'),
    position: async () => Number((await rows('select number from payment_chains'))[0]?.number),
    events: async () =>
      (await rows('select body from payment_events order by position')).map(
        ({ body }) => JSON.parse(String(body)) as { type: string; data: { payment?: Payment } },
      ),
  };
}

describe('payments with transactions that cannot be read', () => {
  it(`are each paid once, of ${COUNT} with a third unreadable and outages in between (RV-01)`, async () => {
    const gateway = await startPayments({ [devnet.caipNetworkId]: [first.url] }, 150);
    onTestFinished(() => gateway.close());
    const recipient = await newRecipient();
    const amounts = Array.from({ length: COUNT }, (_, index) => String(SOL / 10n + BigInt(index)));
    const asked = await inTurns(amounts, amount =>
      gateway.create({ recipient, asset: devnet.caipNetworkId, amount }),
    );
    // A fifth of all calls, of every kind, meet a node that is limited, down, or behind.
    let count = 0;
    first.behave(({ method }) => {
      count += 1;
      if (method === 'getGenesisHash' || count % 5 > 0) return undefined;
      const failures = [
        { status: 429 },
        { status: 503 },
        { answer: { result: null } },
        { answer: { error: { code: -32603, message: 'Internal error' } } },
        { answer: { error: { code: -32005, message: 'Node is behind by 42 slots' } } },
      ];
      return method === 'getTransaction' || count % 50 === 0 ? failures[(count / 5) % 5] : undefined;
    });
    const ordered: { payment: Payment; hash: string; version: number }[] = [];
    for (const [index, payment] of asked.entries()) {
      const version = index % 3;
      ordered.push({ payment, version, hash: await payIn(version, payment, BigInt(payment.amount)) });
    }
    const readable = ordered.filter(({ version }) => version < 2);
    const later = ordered.filter(({ version }) => version === 2);
    await Promise.all(readable.map(({ payment }) => gateway.untilTold(payment.id, 'payment.paid')));
    const stored = async () =>
      (await gateway.database.query('select hash from payment_unread'))
        .map(({ hash }) => String(hash))
        .sort();
    await waitUntil(async () => (await stored()).length === later.length);
    expect(await stored()).toEqual(later.map(({ hash }) => hash).sort());
    for (const { payment } of later) expect(await gateway.read(payment.id)).toMatchObject({ status: 'open' });

    first.behave();
    const pages: { metadata: { hash: string; minedAt: string; operationType: string } }[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { chainId: devnet.caipNetworkId, ...(cursor === undefined ? {} : { cursor }) };
      const { status, json } = await ask(gateway.gateway, `/v1/account/${recipient}/history`, { query });
      expect(status).toBe(200);
      pages.push(...json.data);
      cursor = json.next;
    }
    const typeOf = new Map(pages.map(({ metadata }) => [metadata.hash, metadata.operationType]));
    expect(pages).toHaveLength(COUNT);
    for (const { hash, version } of ordered)
      expect([version, typeOf.get(hash)]).toEqual([version, version < 2 ? 'receive' : 'unread']);

    // The nodes, or the gateway, learn the version.
    for (const { hash } of later) devnet.mark(hash, 1);
    await waitUntil(async () => {
      await gateway.database.query('update payment_unread set next_at = now() where next_at > now()');
      return later.every(({ payment }) => gateway.shop.typesOf(payment.id).length > 0);
    });
    expect(await stored()).toEqual([]);
    for (const { payment } of ordered) {
      expect(gateway.shop.typesOf(payment.id)).toEqual(['payment.paid']);
      expect(await gateway.read(payment.id)).toMatchObject({ status: 'paid', received: payment.amount });
    }
  });

  it('are paid by version 1, in SOL and in tokens (RV-01)', async () => {
    const { create, look, status, unread } = await replica([first.url]);
    const asset = `${devnet.caipNetworkId}:${USDC.mint}`;
    const [one, other] = [await create(), await create({ asset })];
    await payIn(1, one, SOL);
    await payIn(1, other, SOL, USDC);
    await look();
    expect([await status(one), await status(other), await unread()]).toEqual(['paid', 'paid', []]);
  });

  it('go on beside an answer that does not fit, which does not mean "no payment" (RV-01)', async () => {
    const { create, look, lookLater, status, unread } = await replica([first.url]);
    const [one, other] = [await create(), await create()];
    const hash = await payIn(0, one, SOL);
    await payIn(0, other, SOL);
    first.behave(odd(hash));
    await look();
    expect([await status(one), await status(other)]).toEqual(['open', 'paid']);
    expect(await unread()).toEqual([{ hash, recipient: one.recipient, reason: 'malformed', attempts: 1 }]);
    await lookLater();
    expect(await unread()).toMatchObject([{ hash, attempts: 2 }]);
    first.behave();
    // It has its turn later.
    await look();
    expect(await status(one)).toBe('open');
    await lookLater();
    expect([await status(one), await unread()]).toEqual(['paid', []]);
  });

  it.each<[string, NodeRule]>([
    ['limited', () => ({ status: 429 })],
    ['behind', () => ({ answer: { result: null } })],
    ['broken', () => ({ answer: { error: { code: -32603, message: 'Internal error' } } })],
    ['down', () => ({ status: 500 })],
  ])('wait while the node is %s, which is not unreadable (RV-01)', async (_, outage) => {
    const { create, look, status, unread, position } = await replica([first.url]);
    const created = await create();
    const before = await position();
    const hash = await payIn(0, created, SOL);
    devnet.advance(10);
    first.behave(call => (isRead(call, hash) ? outage(call) : undefined));
    await look().catch(() => {});
    expect([await status(created), await unread(), await position()]).toEqual(['open', [], before]);
    first.behave();
    await look();
    expect([await status(created), await unread()]).toEqual(['paid', []]);
  });

  it('are paid when one of two nodes is old (RV-01)', async () => {
    const { create, look, status, unread } = await replica([first.url, second.url]);
    first.behave(old);
    for (let count = 0; count < 3; count += 1) {
      const created = await create();
      await payIn(1, created, SOL);
      await look();
      expect([await status(created), await unread()]).toEqual(['paid', []]);
    }
  });

  it('wait for a second node before they call a transaction unreadable, and pay the others (RV-01)', async () => {
    const { create, look, status, unread, position } = await replica([first.url, second.url]);
    const [one, other] = [await create(), await create()];
    const before = await position();
    const hash = await payIn(2, { recipient: one.recipient }, DUST);
    await payIn(0, other, SOL);
    devnet.advance(10);
    second.behave(call => (isRead(call, hash) ? { status: 503 } : undefined));
    expect(await look()).toBe(false);
    expect([await status(other), await unread(), await position()]).toEqual(['paid', [], before]);
    second.behave();
    await look();
    expect(await unread()).toMatchObject([{ hash, reason: 'refused' }]);
    expect(await position()).toBeGreaterThan(before);
  });

  it('keep a known transfer whose transaction cannot be read in another slot (RV-01)', async () => {
    const { create, look, status, unread, events, database } = await replica([first.url]);
    const created = await create();
    const hash = await payIn(0, created, SOL);
    await look();
    expect(await status(created)).toBe('paid');
    for (const [index, rule] of [odd(hash), refuse(hash)].entries()) {
      first.behave(call => {
        if (call.method !== 'getSignaturesForAddress') return rule(call);
        type Entry = { readonly signature: string; readonly slot: number };
        const moved = (one: Entry) => (one.signature === hash ? { ...one, slot: one.slot + index + 1 } : one);
        return { change: result => (result as Entry[]).map(moved) };
      });
      const slotOf = async () =>
        Number((await database.query('select block_number from payment_transfers'))[0]?.block_number);
      const before = await slotOf();
      await look();
      expect([await status(created), await unread(), await slotOf()]).toEqual(['paid', [], before + 1]);
    }
    expect((await events()).map(({ type }) => type)).toEqual(['payment.paid']);
  });

  it('stay paid when two replicas read at once, and only one of them can (RV-01)', async () => {
    const one = await replica([first.url]);
    const other = await replica([second.url], one.database);
    const created = await one.create();
    const hash = await payIn(0, created, SOL);
    // Both start from a step that has seen the newest slot, and not the transaction.
    first.behave(({ method }) =>
      method === 'getSignaturesForAddress' ? { answer: { result: [] } } : undefined,
    );
    await one.look();
    first.behave();
    let go = () => {};
    const paid = new Promise<void>(resolve => {
      go = resolve;
    });
    second.behave(async call => {
      if (!isRead(call, hash)) return undefined;
      await paid;
      return odd(hash)(call);
    });
    const slow = awaitedLater(other.look());
    await waitUntil(async () => second.asked().some(call => isRead(call, hash)));
    await one.look();
    expect(await one.status(created)).toBe('paid');
    go();
    await slow;
    expect([await one.status(created), await one.unread()]).toEqual(['paid', []]);
    expect((await one.events()).map(({ type }) => type)).toEqual(['payment.paid']);
  });

  it('stay paid when one replica reads again what another one leaves for later (RV-01)', async () => {
    const one = await replica([first.url]);
    const other = await replica([second.url], one.database);
    const created = await one.create();
    const hash = await payIn(2, created, SOL);
    await one.look();
    devnet.mark(hash, 1);
    let go = () => {};
    const paid = new Promise<void>(resolve => {
      go = resolve;
    });
    let isAsked = false;
    second.behave(async ({ method }) => {
      if (method !== 'getSignaturesForAddress') return undefined;
      isAsked = true;
      await paid;
      return undefined;
    });
    // Its turn comes after this replica has begun.
    const slow = awaitedLater(other.look());
    await waitUntil(async () => isAsked);
    await one.lookLater();
    expect(await one.status(created)).toBe('paid');
    go();
    await slow;
    expect([await one.status(created), await one.unread()]).toEqual(['paid', []]);
    expect((await one.events()).map(({ type }) => type)).toEqual(['payment.unread', 'payment.paid']);
  });

  it('that are asked for after a transaction was seen are not paid by it (RV-01)', async () => {
    const { create, look, lookLater, status, events } = await replica([first.url]);
    const before = await create();
    const { recipient } = before;
    const hash = await payIn(2, { recipient }, SOL);
    await look();
    // The first payer pays again, and the next one is asked for the same.
    await payIn(0, before, SOL);
    await look();
    expect(await status(before)).toBe('paid');
    const next = await create({ recipient });
    devnet.mark(hash, 1);
    await lookLater();
    expect(await status(next)).toBe('open');
    expect((await events()).map(({ type, data }) => [type, data.payment?.id])).toEqual([
      ['payment.unread', undefined],
      ['payment.paid', before.id],
      ['payment.late', before.id],
    ]);
  });

  it('that have expired are paid when their transaction becomes readable (RV-01)', async () => {
    const { create, look, lookLater, status, database } = await replica([first.url]);
    const created = await create();
    const hash = await payIn(2, created, SOL);
    await look();
    await database.query("update payments set expires_at = now() + interval '1 second'");
    await waitUntil(async () => {
      await look();
      return (await status(created)) === 'expired';
    });
    devnet.mark(hash, 1);
    await lookLater();
    expect(await status(created)).toBe('paid');
  });

  it('are read again without holding up others, and forgotten with their recipient (RV-01)', async () => {
    const { create, look, lookLater, status, unread, database } = await replica([first.url]);
    const [one, other] = [await create(), await create()];
    const hash = await payIn(2, { recipient: one.recipient }, DUST);
    await look();
    // Between its turns, it is not asked for.
    const calls = first.asked().filter(call => isRead(call, hash)).length;
    await look();
    expect(first.asked().filter(call => isRead(call, hash))).toHaveLength(calls);
    first.behave(call => (isRead(call, hash) ? { status: 503 } : undefined));
    await payIn(0, other, SOL);
    await lookLater();
    // An outage is no attempt.
    expect(await unread()).toMatchObject([{ hash, attempts: 1 }]);
    expect(await status(other)).toBe('paid');
    await database.query('update payments set watched_until = now() where id = $1', [one.id]);
    await look();
    expect(await unread()).toEqual([]);
  });

  it('go on beside transactions whose every call fails, and ask a limited node for no more (RV-01)', async () => {
    const { create, look, status, unread } = await replica([first.url]);
    const created = await create();
    await payIn(0, created, SOL);
    const failing = new Set<unknown>();
    for (let count = 0; count < 20; count += 1)
      failing.add(await payIn(0, { recipient: created.recipient }, DUST + BigInt(count)));
    const fail =
      (outcome: Awaited<ReturnType<NodeRule>>): NodeRule =>
      ({ method, params: [hash] }) =>
        method === 'getTransaction' && failing.has(hash) ? outcome : undefined;
    first.behave(fail({ status: 429 }));
    const before = first.asked('getTransaction').length;
    await expect(look()).rejects.toMatchObject({ code: 'UPSTREAM_RATE_LIMITED' });
    expect(first.asked('getTransaction').length - before).toBeLessThan(20);
    expect(await status(created)).toBe('open');
    first.behave(fail({ answer: { error: { code: -32603, message: 'Internal error' } } }));
    await expect(look()).rejects.toMatchObject({ code: 'CALL_FAILED' });
    expect([await status(created), await unread()]).toEqual(['paid', []]);
  });

  it('of a recipient with more than are stored one by one are found in the range of the rest (RV-01)', async () => {
    const { create, look, lookLater, status, unread, ranges, position } = await replica([first.url]);
    const created = await create();
    const { recipient } = created;
    for (let count = 0; count < 120; count += 1) await payIn(2, { recipient }, DUST + BigInt(count));
    const hash = await payIn(2, created, SOL);
    const dust = await payIn(2, { recipient }, DUST * 2n);
    devnet.advance(10);
    await look();
    expect([(await unread()).length, (await ranges()).length]).toEqual([100, 1]);
    // Another recipient is paid meanwhile.
    const other = await create();
    await payIn(0, other, SOL);
    await look();
    expect(await status(other)).toBe('paid');
    devnet.mark(hash, 1);
    await waitUntil(async () => {
      await lookLater();
      return (await status(created)) === 'paid';
    });
    // Its range ends with the last one that cannot be read.
    const all = (await unread()).map(one => String(one.hash));
    expect(all).not.toContain(dust);
    expect(await ranges()).toMatchObject([{ recipient }]);
    const passed = await position();
    devnet.mark(dust, 1);
    await waitUntil(async () => {
      for (const one of all) devnet.mark(one, 1);
      await lookLater();
      return (await unread()).length === 0;
    });
    expect(await position()).toBeGreaterThanOrEqual(passed);
  });

  it(`are found behind ${DUSTS} foreign transactions, a part of them in each step (RV-01)`, async () => {
    const { create, look, lookLater, status, unread, ranges, seen } = await replica([first.url]);
    const recipient = await newRecipient();
    const [plain, odd] = [await create({ recipient }), await create({ recipient, amount: String(2n * SOL) })];
    await payIn(0, plain, SOL);
    const hash = await payIn(2, odd, 2n * SOL);
    const foreign = await payIn(0, { recipient: await newRecipient() }, SOL);
    devnet.advance(Math.ceil(DUSTS / 10) + 50);
    const { result: slot } = await fromDevnet('getSlot', [{ commitment: 'finalized' }]);
    const options = { encoding: 'jsonParsed', commitment: 'confirmed', maxSupportedTransactionVersion: 1 };
    const { result: raw } = await fromDevnet('getTransaction', [foreign, options]);
    first.behave(dusted(recipient, Number(slot), raw));
    const counts: number[] = [];
    const step = async (next: () => Promise<boolean>) => {
      const before = first.asked().length;
      const isMore = await next();
      counts.push(first.asked().length - before);
      return isMore;
    };
    while (await step(look));
    expect(await status(plain)).toBe('paid');
    expect([(await unread()).length <= 100, (await ranges()).length]).toEqual([true, 1]);
    devnet.mark(hash, 1);
    const isPaid = async () => (await status(odd)) === 'paid';
    await waitUntil(async () => {
      while ((await step(lookLater)) && !(await isPaid()));
      return isPaid();
    });
    expect((await unread()).length).toBeLessThanOrEqual(100);
    // Up to 500 new transactions, those to be read again, and what each step asks for.
    expect(Math.max(...counts)).toBeLessThanOrEqual(500 + 25 + 8 + 20);
    // What is final is not read twice, except what cannot be read.
    expect(seen.size).toBeLessThanOrEqual(2 * DUSTS);
  });
});

/** Calls the chain itself. */
async function fromDevnet(method: string, params: readonly unknown[]): Promise<{ readonly result: unknown }> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(devnet.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return (await response.json()) as { result: unknown };
}

/** A chain with many transactions that mention an address and move nothing of it, a tenth of them of an unknown version. */
function dusted(address: string, newest: number, raw: unknown): NodeRule {
  const nameOf = (index: number) => `${10_000_000 + index}${'2'.repeat(78)}`.replaceAll('0', 'z');
  const names = Array.from({ length: DUSTS }, (_, index) => nameOf(index));
  const places = new Map(names.map((name, index) => [name, index]));
  return async ({ method, params: [of, options] }) => {
    if (method === 'getTransaction' && places.has(String(of)))
      return (places.get(String(of)) ?? 0) % 10 === 5
        ? { answer: { error: { code: -32015, message: 'Transaction version (2) is not supported' } } }
        : { answer: { result: raw } };
    if (method !== 'getSignaturesForAddress' || of !== address) return undefined;
    const { before, limit = 1_000, ...rest } = options as { before?: string; limit?: number };
    const last = before === undefined ? -1 : places.get(before);
    if (last === undefined) return undefined;
    const listed = names.slice(last + 1, last + 1 + limit).map((signature, index) => ({
      signature,
      err: null,
      memo: null,
      confirmationStatus: 'finalized',
      slot: newest - Math.floor((last + 1 + index) / 10),
      blockTime: null,
    }));
    const room = limit - listed.length;
    const more = room > 0 ? await fromDevnet(method, [of, { ...rest, limit: room }]) : { result: [] };
    return { answer: { result: [...listed, ...(more.result as unknown[])] } };
  };
}

/** A node that reads no version of a transaction. */
function refuse(hash: string): NodeRule {
  return call =>
    isRead(call, hash)
      ? {
          answer: {
            error: {
              code: -32015,
              message: 'Transaction version (2) is not supported by the requesting client.',
            },
          },
        }
      : undefined;
}
