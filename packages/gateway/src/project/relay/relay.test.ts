import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { relayIdentity } from '../../../test/relay/relayClient.js';
import { metricOf, newTopic, relaySuite } from '../../../test/relay/relaySuite.js';
import { memoryMailbox } from './mailbox/memoryMailbox.js';

const { start, connect } = relaySuite();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const textsOf = (deliveries: readonly { message: string }[]) => deliveries.map(({ message }) => message);

describe('publishing and subscribing', () => {
  it('delivers a message to subscribers, and not back to its sender', async () => {
    const relay = await start();
    const [one, two] = await Promise.all([connect(relay), connect(relay)]);
    const again = await connect(relay, { identity: one.identity });
    const topic = newTopic();
    const id = await two.call('irn_subscribe', { topic });
    expect(id).toBe(sha256(topic + two.identity.did));
    await Promise.all([one, again].map(client => client.call('irn_subscribe', { topic })));
    expect(await one.publish(topic, 'aGVsbG8=', { tag: 1100, attestation: 'proof' })).toBe(true);
    const [got] = await two.delivered(1);
    const data = { topic, message: 'aGVsbG8=', tag: 1100, attestation: 'proof', subscription: id };
    expect(got).toMatchObject(data);
    expect(Math.abs(Date.now() - (got?.publishedAt ?? 0))).toBeLessThan(5_000);
    // An earlier message would have arrived before these responses.
    await Promise.all([one, again].map(client => client.call('irn_batchUnsubscribe', { subscriptions: [] })));
    expect([one.deliveries, again.deliveries]).toEqual([[], []]);
  });

  it('keeps the order of a topic, through batches of 500 topics (LIM-26)', async () => {
    const relay = await start({ limits: { perClient: 0, perTopic: 0 } });
    const [one, two] = await Promise.all([connect(relay), connect(relay)]);
    const topics = Array.from({ length: 500 }, newTopic);
    const [topic = ''] = topics;
    expect(await two.call('irn_batchSubscribe', { topics })).toHaveLength(500);
    const more = [...topics, newTopic()];
    expect((await two.ask('irn_batchSubscribe', { topics: more })).error?.code).toBe(-32_602);
    const texts = Array.from({ length: 300 }, (_, index) => `m${index}`);
    const messages = texts.slice(0, 100).map(message => ({ topic, message, ttl: 60, tag: 1 }));
    expect(await one.call('irn_batchPublish', { messages })).toBe(true);
    await Promise.all(texts.slice(100).map(message => one.publish(topic, message)));
    expect(textsOf(await two.delivered(300))).toEqual(texts);
  });

  it('stops delivering after an unsubscription', async () => {
    const relay = await start();
    const [one, two] = await Promise.all([connect(relay), connect(relay)]);
    const topics = [newTopic(), newTopic(), newTopic()];
    const [a = '', b = '', c = ''] = topics;
    const [, idOfB, idOfC] = (await two.call('irn_batchSubscribe', { topics })) as string[];
    expect(await two.call('irn_unsubscribe', { topic: b, id: idOfB })).toBe(true);
    expect(await two.call('irn_batchUnsubscribe', { subscriptions: [{ topic: c, id: idOfC }] })).toBe(true);
    for (const topic of [b, c, a]) await one.publish(topic, `to ${topic}`);
    expect(textsOf(await two.delivered(1))).toEqual([`to ${a}`]);
    expect(await metricOf(relay, 'subscriptions')).toBe(1);
  });

  it('delivers a message once while its acknowledgement is being stored, however many came before', async () => {
    let write = () => {};
    const written = new Promise<void>(resolve => {
      write = resolve;
    });
    const kept = memoryMailbox();
    const mailbox = {
      ...kept,
      acknowledge: async (topic: string, id: string) => {
        await written;
        await kept.acknowledge(topic, id);
      },
    };
    const relay = await start({ mailbox, limits: { perClient: 0, perTopic: 0 } });
    const [one, two] = await Promise.all([connect(relay), connect(relay)]);
    const topic = newTopic();
    await two.call('irn_subscribe', { topic });
    const texts = Array.from({ length: 600 }, (_, index) => `m${index}`);
    await Promise.all(texts.map(message => one.publish(topic, message)));
    await two.delivered(600);
    // The messages read from the mailbox for it are still there.
    await two.call('irn_subscribe', { topic });
    await one.publish(topic, 'last');
    expect(textsOf(await two.delivered(601))).toEqual([...texts, 'last']);
    write();
  });

  it('delivers a repeated message once, even after it was received', async () => {
    const relay = await start();
    const [one, two] = await Promise.all([connect(relay), connect(relay)]);
    const topic = newTopic();
    await two.call('irn_subscribe', { topic });
    await Promise.all([one.publish(topic, 'same'), one.publish(topic, 'same')]);
    await two.delivered(1);
    await two.call('irn_subscribe', { topic });
    expect(await one.publish(topic, 'same')).toBe(true);
    await one.publish(topic, 'other');
    expect(textsOf(await two.delivered(2))).toEqual(['same', 'other']);
  });

  it('responds with the id as sent, even if it is too large for a number', async () => {
    const client = await connect(await start());
    const answer = async (id: string) => {
      const frame = `{"jsonrpc":"2.0","params":{"topic":"${newTopic()}","more":{"id":17}},"method":"irn_unsubscribe","id":${id}}`;
      client.socket.send(frame);
      const [data] = (await once(client.socket, 'message')) as [Buffer];
      return data.toString();
    };
    for (const id of ['1687239522123456789', '0', '"1687239522123456789n"', '"a\\"b"', '17', '-5']) {
      expect(await answer(id)).toBe(`{"id":${id},"jsonrpc":"2.0","result":true}`);
    }
  });
});

describe('wc_proposeSession and wc_approveSession', () => {
  it('subscribe the caller, and publish with their tags', async () => {
    const relay = await start();
    const [dapp, wallet] = await Promise.all([connect(relay), connect(relay)]);
    const [pairingTopic, sessionTopic] = [newTopic(), newTopic()];
    const proposal = { pairingTopic, sessionProposal: 'proposal', ttl: 300, correlationId: 7 };
    expect(await dapp.call('wc_proposeSession', proposal)).toBe(true);
    await wallet.call('irn_subscribe', { topic: pairingTopic });
    expect(await wallet.delivered(1)).toMatchObject([
      { topic: pairingTopic, message: 'proposal', tag: 1100 },
    ]);
    const approval = {
      pairingTopic,
      sessionTopic,
      sessionProposalResponse: 'response',
      sessionSettlementRequest: 'settlement',
      ttl: 300,
      correlationId: 7,
    };
    expect(await wallet.call('wc_approveSession', approval)).toBe(true);
    expect(await dapp.delivered(1)).toMatchObject([{ topic: pairingTopic, message: 'response', tag: 1101 }]);
    await dapp.call('irn_subscribe', { topic: sessionTopic });
    const [, settlement] = await dapp.delivered(2);
    expect(settlement).toMatchObject({ topic: sessionTopic, message: 'settlement', tag: 1102 });
    await dapp.publish(sessionTopic, 'settled', { tag: 1103 });
    expect((await wallet.delivered(2))[1]).toMatchObject({ topic: sessionTopic, message: 'settled' });
  });
});

describe('the mailbox of the relay', () => {
  it('stores a message until a subscriber has acknowledged it', async () => {
    const relay = await start();
    const one = await connect(relay);
    const identity = relayIdentity();
    const topic = newTopic();
    await one.publish(topic, 'early');
    expect(await metricOf(relay, 'mailbox_depth')).toBe(1);
    const mute = await connect(relay, { identity, acknowledges: false });
    await mute.call('irn_subscribe', { topic });
    expect(textsOf(await mute.delivered(1))).toEqual(['early']);
    await mute.close();
    const back = await connect(relay, { identity });
    await back.call('irn_subscribe', { topic });
    expect(textsOf(await back.delivered(1))).toEqual(['early']);
    await back.call('irn_unsubscribe', { topic });
    expect(await metricOf(relay, 'mailbox_depth')).toBe(0);
    const late = await connect(relay, { identity });
    await late.call('irn_subscribe', { topic });
    await one.publish(topic, 'next');
    expect(textsOf(await late.delivered(1))).toEqual(['next']);
  });

  it('drops an expired message', async () => {
    let time = Date.now();
    const relay = await start({ now: () => time });
    const [one, two] = await Promise.all([connect(relay), connect(relay)]);
    const topic = newTopic();
    await one.publish(topic, 'short', { ttl: 60 });
    await one.publish(topic, 'long', { ttl: 120 });
    time += 61_000;
    await two.call('irn_subscribe', { topic });
    expect(textsOf(await two.delivered(1))).toEqual(['long']);
  });

  it('returns messages in pages to a client that only fetches, until they are received', async () => {
    const relay = await start();
    const [one, two] = await Promise.all([connect(relay), connect(relay)]);
    const topics = [newTopic(), newTopic()];
    const [a = '', b = ''] = topics;
    const texts = Array.from({ length: 60 }, (_, index) => `m${index}`);
    for (const [index, text] of texts.entries()) await one.publish(index % 2 ? a : b, text, { tag: index });
    type Page = { messages: { topic: string; message: string; tag: number }[]; hasMore: boolean };
    const fetchAll = async (method: string, params: object) => {
      const pages: Page[] = [];
      do pages.push((await two.call(method, params)) as Page);
      while (pages.at(-1)?.hasMore);
      return { pages: pages.length, messages: pages.flatMap(({ messages }) => messages) };
    };
    const all = await fetchAll('irn_batchFetchMessages', { topics });
    expect(all.pages).toBe(2);
    expect(textsOf(all.messages)).toEqual(texts);
    expect(all.messages[1]).toEqual({ topic: a, message: 'm1', tag: 1, publishedAt: expect.any(Number) });
    expect((await fetchAll('irn_fetchMessages', { topic: a })).messages).toHaveLength(30);
    // A client does not receive its own messages.
    expect(await one.call('irn_fetchMessages', { topic: a })).toEqual({ messages: [], hasMore: false });
    const receipts = all.messages.map(({ topic, message }) => ({ topic, messageId: sha256(message) }));
    expect(await two.call('irn_batchReceive', { receipts: receipts.slice(1) })).toBe(true);
    expect(textsOf((await fetchAll('irn_batchFetchMessages', { topics })).messages)).toEqual(['m0']);
  });

  it('delivers at most a window, and the rest in order as messages are acknowledged', async () => {
    const relay = await start({ limits: { perClient: 0, perTopic: 0 } });
    const one = await connect(relay);
    const two = await connect(relay, { acknowledges: false });
    const topic = newTopic();
    await two.call('irn_subscribe', { topic });
    const texts = Array.from({ length: 600 }, (_, index) => `m${index}`);
    await Promise.all(texts.map(text => one.publish(topic, text)));
    await two.delivered(256);
    await two.call('irn_batchUnsubscribe', { subscriptions: [] });
    expect(two.deliveries).toHaveLength(256);
    for (let index = 0; index < texts.length; index += 1) {
      const [...sofar] = await two.delivered(index + 1);
      two.acknowledge(sofar[index]?.id ?? 0);
    }
    expect(textsOf(two.deliveries)).toEqual(texts);
  });
});

describe('the figures of the relay', () => {
  it('count sockets, subscriptions, messages, refusals and the time of deliveries', async () => {
    const relay = await start();
    const [one, two] = await Promise.all([connect(relay), connect(relay)]);
    const topic = newTopic();
    await two.call('irn_subscribe', { topic });
    await one.publish(topic, 'a');
    await two.delivered(1);
    await two.ask('irn_nothing', {});
    expect(await metricOf(relay, 'sockets')).toBe(2);
    expect(await metricOf(relay, 'subscriptions')).toBe(1);
    expect(await metricOf(relay, 'messages_in_total')).toBe(1);
    expect(await metricOf(relay, 'messages_out_total')).toBe(1);
    expect(await metricOf(relay, 'delivery_seconds_count')).toBe(1);
    expect(await metricOf(relay, 'refused_total{reason="METHOD_NOT_FOUND"}')).toBe(1);
    await two.close();
    await expect.poll(() => metricOf(relay, 'sockets')).toBe(1);
    expect(await metricOf(relay, 'subscriptions')).toBe(0);
    expect(await metricOf(relay, 'sockets_closed_total{code="1005"}')).toBe(1);
  });
});
