import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  DEFAULT_MAILBOX_LIMITS,
  type Mail,
  type Mailbox,
  type MailboxLimits,
} from '../../src/project/relay/mailbox/Mailbox.js';

/** Start time of the suite's fake clocks; a mailbox on a server uses the real time. */
export interface MailboxSuite {
  /** Opens a mailbox with these limits. If `shared`, each call opens the same mailbox. */
  readonly open: (limits: MailboxLimits) => Promise<Mailbox>;
  readonly shared: boolean;
  readonly now: () => number;
  /** Advances time by so many milliseconds, with a fake clock if possible. */
  readonly pass?: (milliseconds: number) => Promise<unknown>;
}

const LIMITS: MailboxLimits = { ...DEFAULT_MAILBOX_LIMITS, perTopic: 5, remember: 400 };
const NETWORK = '192.0.2.1';

/** Tests that every `Mailbox` must pass. */
export function mailboxConformance(name: string, { open, shared, now, pass = sleep }: MailboxSuite): void {
  describe(name, () => {
    let mailbox: Mailbox;
    let other: Mailbox;
    beforeAll(async () => {
      mailbox = await open(LIMITS);
      other = shared ? await open(LIMITS) : mailbox;
    });
    afterAll(async () => {
      await Promise.all([mailbox.close(), other.close()]);
    });

    const newTopic = () => randomBytes(32).toString('hex');
    const mail = (topic: string, message: string, more: Partial<Mail> = {}): Mail => ({
      topic,
      id: createHash('sha256').update(message).digest('hex'),
      message,
      tag: 1108,
      sender: 'did:key:zSender',
      publishedAt: now(),
      expiresAt: now() + 60_000,
      ...more,
    });
    const texts = async (topics: readonly string[], more: { except?: string; limit?: number } = {}) => {
      const found = await other.list({ topics, except: 'did:key:zReader', limit: 100, ...more });
      return found.map(({ mail }) => mail.message);
    };

    it('returns appended messages, complete and in order', async () => {
      const topic = newTopic();
      const first = mail(topic, `'"\\\n é☃ ${'x'.repeat(100_000)}`, {
        tag: 4_294_967_295,
        attestation: 'a.b.c',
      });
      const second = mail(topic, 'second', { tag: 0 });
      expect(await mailbox.append([first, second], NETWORK)).toEqual(['kept', 'kept']);
      const query = { topics: [topic], except: 'did:key:zReader', limit: 10 };
      expect((await other.list(query)).map(({ mail }) => mail)).toEqual([first, second]);
      expect((await mailbox.list(query)).map(({ mail }) => mail)).toEqual([first, second]);
    });

    it('keeps the order of messages that arrive at the same time', async () => {
      const topic = newTopic();
      const sent = ['a', 'b', 'c', 'd', 'e'];
      await Promise.all(sent.map(text => mailbox.append([mail(topic, text)], NETWORK)));
      expect(await texts([topic])).toEqual(sent);
    });

    it('returns several topics at once, oldest messages first, without duplicates', async () => {
      const [one, two, three] = [newTopic(), newTopic(), newTopic()];
      for (const [topic, text] of [
        [one, '1'],
        [two, '2'],
        [three, 'no'],
        [one, '3'],
      ] as const) {
        await mailbox.append([mail(topic, text)], NETWORK);
        // Redis orders entries of different streams by milliseconds.
        await pass(3);
      }
      expect(await texts([one, two, one])).toEqual(['1', '2', '3']);
      expect(await texts([one, two], { limit: 2 })).toEqual(['1', '2']);
      expect(await texts([newTopic()])).toEqual([]);
      expect(await texts([])).toEqual([]);
    });

    it('omits messages of the requesting client, however many there are', async () => {
      const topic = newTopic();
      const own = ['a', 'b', 'c', 'd'].map(text => mail(topic, text, { sender: 'did:key:zReader' }));
      await mailbox.append([...own, mail(topic, 'theirs')], NETWORK);
      expect(await texts([topic], { limit: 1 })).toEqual(['theirs']);
      expect(await texts([topic], { except: 'did:key:zSender' })).toEqual(['a', 'b', 'c', 'd']);
    });

    it('returns pages after a position', async () => {
      const topic = newTopic();
      await mailbox.append(
        ['a', 'b', 'c', 'd', 'e'].map(text => mail(topic, text)),
        NETWORK,
      );
      const query = { topics: [topic], except: '', limit: 2 };
      const seen: string[] = [];
      for (let after: string | undefined; ; ) {
        const page = await other.list(after === undefined ? query : { ...query, after });
        seen.push(...page.map(({ mail }) => mail.message));
        after = page.at(-1)?.position;
        if (page.length < 2) break;
      }
      expect(seen).toEqual(['a', 'b', 'c', 'd', 'e']);
    });

    it('recognises a repeated message, before and after it was received', async () => {
      const topic = newTopic();
      const one = mail(topic, 'once');
      expect(await mailbox.append([one, one], NETWORK)).toEqual(['kept', 'waiting']);
      expect(await other.append([{ ...one, sender: 'did:key:zAgain' }], NETWORK)).toEqual(['waiting']);
      expect(await texts([topic])).toEqual(['once']);
      await other.acknowledge(topic, one.id);
      await other.acknowledge(topic, one.id);
      expect(await mailbox.append([one], NETWORK)).toEqual(['acknowledged']);
      expect(await texts([topic])).toEqual([]);
      // The same text in another topic is a different message.
      expect(await mailbox.append([mail(newTopic(), 'once')], NETWORK)).toEqual(['kept']);
      await pass(450);
      expect(await mailbox.append([mail(topic, 'once')], NETWORK)).toEqual(['kept']);
    });

    it('does not return expired messages, and sweeps them', async () => {
      const topic = newTopic();
      const before = await mailbox.depth();
      const short = mail(topic, 'short', { expiresAt: now() + 200 });
      await mailbox.append([short, mail(topic, 'long')], NETWORK);
      expect(await mailbox.depth()).toBe(before + 2);
      expect(await texts([topic])).toEqual(['short', 'long']);
      await pass(250);
      expect(await texts([topic])).toEqual(['long']);
      // After the expiry, the same message is new again.
      expect(await mailbox.append([mail(topic, 'short', { expiresAt: now() + 200 })], NETWORK)).toEqual([
        'kept',
      ]);
      expect(await texts([topic])).toEqual(['long', 'short']);
      await pass(250);
      await mailbox.sweep();
      expect(await mailbox.depth()).toBe(before + 1);
      expect(await texts([topic])).toEqual(['long']);
    });

    it('refuses messages above the limit of a topic, until others are received', async () => {
      const topic = newTopic();
      const six = ['1', '2', '3', '4', '5', '6'].map(text => mail(topic, text));
      expect(await mailbox.append(six, NETWORK)).toEqual(['kept', 'kept', 'kept', 'kept', 'kept', 'full']);
      expect(await mailbox.append([mail(topic, '3')], NETWORK)).toEqual(['waiting']);
      expect(await mailbox.append([mail(topic, '6')], NETWORK)).toEqual(['full']);
      await mailbox.acknowledge(topic, six[0]?.id ?? '');
      expect(await mailbox.append([mail(topic, '6')], NETWORK)).toEqual(['kept']);
      expect(await texts([topic])).toEqual(['2', '3', '4', '5', '6']);
    });

    it('does not count expired messages', async () => {
      const topic = newTopic();
      const short = ['1', '2', '3', '4', '5'].map(text => mail(topic, text, { expiresAt: now() + 100 }));
      await mailbox.append(short, NETWORK);
      await pass(150);
      expect(await mailbox.append([mail(topic, 'next')], NETWORK)).toEqual(['kept']);
      expect(await texts([topic])).toEqual(['next']);
    });

    it('ends a page at its maximum size', async () => {
      const topic = newTopic();
      const sent = ['a', 'b', 'c', 'd'].map(text => text.repeat(1_000));
      await mailbox.append(
        sent.map(text => mail(topic, text)),
        NETWORK,
      );
      const page = async (bytes: number) => {
        const found = await other.list({ topics: [topic], except: '', limit: 10, bytes });
        return found.map(one => one.mail.message);
      };
      // The message that reaches the limit is included: an empty page would never make progress.
      expect(await page(1)).toEqual(sent.slice(0, 1));
      expect(await page(2_000)).toEqual(sent.slice(0, 2));
      expect(await page(1_000_000)).toEqual(sent);
    });

    describe('above its caps', () => {
      const caps = { ...LIMITS, perTopic: 1_000, clientBytes: 10_000, networkBytes: 20_000, bytes: 40_000 };
      let capped: Mailbox;
      beforeAll(async () => {
        capped = await open(caps);
      });
      afterAll(() => capped.close());

      /** Appends messages of 1 300 bytes each, overhead included, one by one; returns those that remain. */
      const flood = async (network: string, count: number) => {
        const topic = newTopic();
        const sender = `did:key:z${newTopic()}`;
        for (let index = 0; index < count; index += 1) {
          const text = String(index).padEnd(1_000);
          expect(await capped.append([mail(topic, text, { sender })], network)).toEqual(['kept']);
        }
        return async () => {
          const found = await capped.list({ topics: [topic], except: '', limit: 1_000 });
          return found.map(one => Number(one.mail.message));
        };
      };
      const evictedBy = async (run: () => Promise<unknown>) => {
        const before = capped.evicted();
        await run();
        return capped.evicted() - before;
      };

      it('evicts the oldest messages of a client above its cap, and no others', async () => {
        const bystander = await flood('192.0.2.9', 2);
        let flooder: () => Promise<readonly number[]> = async () => [];
        const evicted = await evictedBy(async () => {
          flooder = await flood('192.0.2.10', 30);
        });
        const left = await flooder();
        expect(left.length).toBeGreaterThan(2);
        expect(left.length * 1_300).toBeLessThanOrEqual(caps.clientBytes);
        expect(left).toEqual(Array.from({ length: 30 }, (_, index) => index).slice(-left.length));
        expect(evicted).toBeGreaterThanOrEqual(30 - left.length);
        expect(await bystander()).toEqual([0, 1]);
      });

      it('evicts those of the largest clients of a network above its cap', async () => {
        const [neighbour, stranger] = [await flood('192.0.2.20', 1), await flood('192.0.2.21', 2)];
        const flooders = [];
        for (let client = 0; client < 5; client += 1) flooders.push(await flood('192.0.2.20', 6));
        const left = await Promise.all(flooders.map(one => one()));
        const count = left.flat().length + 1;
        expect(count).toBeGreaterThan(5);
        expect(count * 1_300).toBeLessThanOrEqual(caps.networkBytes);
        expect([await neighbour(), await stranger()]).toEqual([[0], [0, 1]]);
      });

      it('evicts those of the largest networks when the mailbox is above its cap', async () => {
        const bystander = await flood('192.0.2.30', 1);
        const flooders = [];
        for (let network = 0; network < 6; network += 1) {
          for (let client = 0; client < 2; client += 1) {
            flooders.push(await flood(`198.51.100.${network}`, 7));
          }
        }
        const left = await Promise.all(flooders.map(one => one()));
        const count = left.flat().length + 1;
        expect(count).toBeGreaterThan(10);
        expect(count * 1_300).toBeLessThanOrEqual(caps.bytes);
        expect(await bystander()).toEqual([0]);
      });

      it('refuses a message that exceeds the cap of a client', async () => {
        const topic = newTopic();
        expect(await capped.append([mail(topic, 'x'.repeat(10_000))], NETWORK)).toEqual(['full']);
        expect(await capped.list({ topics: [topic], except: '', limit: 1 })).toEqual([]);
      });
    });

    it('counts stored messages', async () => {
      const topic = newTopic();
      const before = await other.depth();
      const [a, b] = [mail(topic, 'a'), mail(topic, 'b')];
      await mailbox.append([a, b, a], NETWORK);
      expect(await other.depth()).toBe(before + 2);
      await mailbox.acknowledge(topic, a.id);
      await mailbox.acknowledge(topic, 'none');
      expect(await other.depth()).toBe(before + 1);
    });

    it('can be closed twice', async () => {
      const third = await open(LIMITS);
      await Promise.all([third.close(), third.close()]);
    });
  });
}
