import { describe, expect, it, onTestFinished } from 'vitest';
import { memoryCache } from '../../platform/adapters/memory/memoryCache.js';
import { memoryPubSub } from '../../platform/adapters/memory/memoryPubSub.js';
import { type Payer, stranger } from '../../platform/http/fairBudget.js';
import { orderEvents } from './orderEvents.js';

const buyer = stranger('198.51.100.7', 'shop');
const isOpen = new WeakMap<object, boolean>();

function started() {
  const events = orderEvents(memoryPubSub(), memoryCache());
  onTestFinished(events.close);
  const open = async (orderId: string, payer: Payer) => {
    const stream = await events.stream(orderId, payer, async () => 'created').catch(() => undefined);
    if (stream === undefined) return undefined;
    const reader = stream.getReader();
    isOpen.set(stream, true);
    void reader.closed.then(() => isOpen.set(stream, false));
    return stream;
  };
  const openMany = async (count: number, orderId: (at: number) => string, payer: (at: number) => Payer) => {
    let opened = 0;
    for (let at = 0; at < count; at += 1) if (await open(orderId(at), payer(at))) opened += 1;
    return opened;
  };
  return { events, open, openMany };
}

describe('orderEvents', () => {
  it('gives one client a few streams of an order and a few more of others [SEC-122]', async () => {
    const { openMany } = started();
    const client = () => stranger('192.0.2.1', 'shop');
    expect(await openMany(2_000, () => 'order', client)).toBe(4);
    expect(await openMany(2_000, at => `other ${at}`, client)).toBe(12);
  });

  it("opens a buyer's stream, and ends none, while strangers of many networks follow all they can [SEC-122]", async () => {
    const { events, open, openMany } = started();
    await events.boughtBy('order', buyer);
    const own = await open('order', buyer);
    expect(own).toBeDefined();
    const crowd = (at: number) => stranger(`192.${at % 250}.${Math.floor(at / 250)}.1`, 'shop');
    // Of the buyer's order, and of orders of their own.
    await openMany(100, () => 'order', crowd);
    await openMany(2_500, at => `order ${at}`, crowd);
    expect(own && isOpen.get(own)).toBe(true);
    expect(
      await openMany(
        3,
        () => 'order',
        () => buyer,
      ),
    ).toBe(3);
    // A buyer whose network nobody knows is a stranger with the fewest streams.
    expect(await open('sold elsewhere', stranger('203.0.113.9', 'quiet'))).toBeDefined();
  });
});
