import { type Payment, paymentEvent } from 'latchkit/protocol';
import { expect, onTestFinished } from 'vitest';
import { inTurns } from '../../src/platform/inTurns.js';
import { startWatcher } from '../servers/startWatcher.js';
import { waitUntil } from '../waitUntil.js';

/** Payments of which a third cannot be read, and the milliseconds in which they are. */
export const FOREIGN = process.env.LATCHKIT_FULL
  ? { count: 1_000, limit: 900_000 }
  : { count: 60, limit: 50_000 };
/** Payments between two looks, and between two kills. */
const LOOK = 4;
const KILL = 15;

/** A chain with a node that shows some transactions in a form that nobody can read. */
export interface ForeignChain {
  readonly chainId: string;
  readonly url: string;
  readonly places: readonly string[];
  amountOf(index: number): bigint;
  /** Pays. @returns the transaction's hash. */
  pay(payment: Payment): Promise<string>;
  /** Pays with a transaction that cannot be read. */
  payOddly(payment: Payment, index: number): Promise<string>;
  /** Puts what was sent into blocks. Default: it is there at once. */
  include?(): Promise<void>;
  /** Lets some calls of all kinds meet an outage. */
  fail(isOn: boolean): void;
  /** Lets everything be read. */
  heal(): Promise<void>;
}

/**
 * Pays payments of which a third cannot be read, with outages, and with kills of the gateway in the middle of its steps. All that can be
 * read is paid once, the others are reported once, and paid once they can be read.
 */
export async function payAmongForeign(chain: ForeignChain): Promise<void> {
  const { chainId, places } = chain;
  onTestFinished(() => chain.fail(false));
  const watcher = await startWatcher(chainId, [chain.url]);
  const { database } = watcher;
  const made = await inTurns([...Array(FOREIGN.count).keys()], index =>
    watcher.create(places[index % places.length] ?? '', chain.amountOf(index)),
  );
  const look = () => watcher.look().catch(() => false);
  const odd = new Map<string, string>();
  const looks: Promise<unknown>[] = [];
  chain.fail(true);
  for (const [index, payment] of made.entries()) {
    if (index % 3 === 0) odd.set(payment.id, await chain.payOddly(payment, index));
    else await chain.pay(payment);
    if (index % LOOK === 0) {
      await chain.include?.();
      looks.push(look());
    }
    if (index % KILL < KILL - 1) continue;
    looks.push(look());
    watcher.kill();
  }
  await chain.include?.();
  await Promise.all(looks);
  const told = async () => {
    const types = new Map<string, string[]>();
    for (const { body } of await database.query('select body from payment_events order by position')) {
      const { type, data } = paymentEvent.parse(JSON.parse(String(body)));
      const key = data.payment?.id ?? data.unread?.hash ?? '';
      types.set(key, [...(types.get(key) ?? []), type]);
    }
    return types;
  };
  const expected = (isReadable: boolean) =>
    new Map(
      made.flatMap(({ id }): (readonly [string, readonly string[]])[] => {
        const hash = odd.get(id);
        const paid = isReadable || hash === undefined ? [[id, ['payment.paid']] as const] : [];
        return hash === undefined ? paid : [...paid, [hash, ['payment.unread']]];
      }),
    );
  const untilTold = (isReadable: boolean) =>
    waitUntil(async () => {
      await look();
      return (await told()).size >= expected(isReadable).size;
    }, FOREIGN.limit);
  await untilTold(false);
  expect(await told()).toEqual(expected(false));
  await chain.heal();
  await waitUntil(async () => {
    await database.query('update payment_unread set next_at = now()');
    await look();
    return (await told()).size >= expected(true).size;
  }, FOREIGN.limit);
  expect(await told()).toEqual(expected(true));
  for (const payment of made)
    expect(await watcher.read(payment)).toMatchObject({ status: 'paid', received: payment.amount });
  expect(await database.query('select 1 from payment_unread')).toEqual([]);
}
