import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { relayAddress, relayIdentity, relayTokenOf } from '../../../test/relay/relayClient.js';
import { numbersFrom, relayFuzz } from '../../../test/relay/relayFuzz.js';
import { metricOf, newTopic, relaySuite } from '../../../test/relay/relaySuite.js';
import type { Mailbox } from './mailbox/Mailbox.js';
import { memoryMailbox } from './mailbox/memoryMailbox.js';

const { start, connect } = relaySuite();
const SLOW = { timeout: 60_000 };
/** Each ping forgives half of a client's faults; with the usual interval, a slow machine would never reach the limit. */
const FORGIVES_NOTHING = 3_600_000;
const FRAMES = process.env.LATCHKIT_FULL ? 100_000 : 5_000;

describe('frames that are not requests', () => {
  it.each([
    ['no JSON', '{', -32_700, 'PARSE_ERROR'],
    ['nothing', '', -32_700, 'PARSE_ERROR'],
    ['a batch', '[{"id":1,"jsonrpc":"2.0","method":"irn_subscribe"}]', -32_600, 'INVALID_REQUEST'],
    ['no version', '{"id":1,"method":"irn_subscribe"}', -32_600, 'INVALID_REQUEST'],
    ['an object as id', '{"id":{},"jsonrpc":"2.0","method":"x"}', -32_600, 'INVALID_REQUEST'],
    ['a number as method', '{"id":1,"jsonrpc":"2.0","method":1}', -32_600, 'INVALID_REQUEST'],
  ])('get an error: %s', async (_, frame, code, name) => {
    const client = await connect(await start());
    client.socket.send(frame);
    const [data] = (await once(client.socket, 'message')) as [Buffer];
    expect(JSON.parse(data.toString())).toEqual({
      id: null,
      jsonrpc: '2.0',
      error: { code, message: expect.any(String), data: { code: name } },
    });
  });

  it('close the socket with 1008 when they continue', async () => {
    const relay = await start({ pingInterval: FORGIVES_NOTHING });
    const client = await connect(relay);
    for (let count = 0; count < 150; count += 1) client.socket.send('{');
    expect(await client.closed).toEqual({ code: 1008, reason: expect.stringMatching('^TOO_MANY_ERRORS: ') });
  });

  it.each([
    ['a binary frame', (socket: WebSocket) => socket.send(Buffer.from('{}')), 1003],
    ['an oversized frame', (socket: WebSocket) => socket.send('x'.repeat(1_200_000)), 1009],
    [
      'text that is not UTF-8',
      (socket: WebSocket) => socket.send(Buffer.from([0xff, 0xfe]), { binary: false }),
      1007,
    ],
  ])('close the socket: %s', async (_, send, code) => {
    const relay = await start();
    const client = await connect(relay);
    send(client.socket);
    expect((await client.closed).code).toBe(code);
    await expect.poll(() => relay.relay.socketCount).toBe(0);
  });
});

describe('invalid requests', () => {
  const topic = newTopic();
  const message = { topic, message: 'x', ttl: 60, tag: 1 };
  it.each([
    ['irn_unknown', {}, -32_601, 'METHOD_NOT_FOUND'],
    ['irn_subscription', {}, -32_601, 'METHOD_NOT_FOUND'],
    ['constructor', {}, -32_601, 'METHOD_NOT_FOUND'],
    ['irn_subscribe', undefined, -32_602, 'INVALID_PARAMS'],
    ['irn_subscribe', { topic: topic.toUpperCase() }, -32_602, 'INVALID_PARAMS'],
    ['irn_subscribe', { topic: topic.slice(1) }, -32_602, 'INVALID_PARAMS'],
    ['irn_batchSubscribe', { topics: topic }, -32_602, 'INVALID_PARAMS'],
    ['irn_publish', { ...message, message: 'a\0b' }, -32_602, 'INVALID_PARAMS'],
    ['irn_publish', { ...message, message: '\ud800' }, -32_602, 'INVALID_PARAMS'],
    ['irn_publish', { ...message, attestation: 'a\0b' }, -32_602, 'INVALID_PARAMS'],
    ['irn_publish', { ...message, attestation: '\udc00' }, -32_602, 'INVALID_PARAMS'],
    ['irn_batchPublish', { messages: [{ ...message, attestation: '\0' }] }, -32_602, 'INVALID_PARAMS'],
    [
      'wc_proposeSession',
      { pairingTopic: topic, sessionProposal: 'x', attestation: '\0' },
      -32_602,
      'INVALID_PARAMS',
    ],
    ['irn_publish', { ...message, message: '' }, -32_602, 'INVALID_PARAMS'],
    ['irn_publish', { ...message, ttl: 0 }, -32_602, 'INVALID_PARAMS'],
    ['irn_publish', { ...message, tag: -1 }, -32_602, 'INVALID_PARAMS'],
    ['irn_publish', { ...message, message: 'x'.repeat(524_289) }, -32_005, 'MESSAGE_TOO_LARGE'],
    ['irn_batchPublish', { messages: [] }, -32_602, 'INVALID_PARAMS'],
    ['irn_batchReceive', { receipts: [{ topic }] }, -32_602, 'INVALID_PARAMS'],
    ['wc_proposeSession', { pairingTopic: topic }, -32_602, 'INVALID_PARAMS'],
    ['wc_approveSession', { pairingTopic: topic, sessionTopic: topic }, -32_602, 'INVALID_PARAMS'],
  ] as const)('get an error, %#: %s', async (method, params, code, name) => {
    const client = await connect(await start());
    expect((await client.ask(method, params)).error).toMatchObject({ code, data: { code: name } });
  });
});

describe('clients above their limits', () => {
  it('are refused above the requests of a client, over all its sockets, and served again later', async () => {
    let time = Date.now();
    const relay = await start({ now: () => time, limits: { perClient: 5 } });
    const identity = relayIdentity();
    const sockets = [await connect(relay, { identity }), await connect(relay, { identity })];
    const ask = async (index: number) =>
      (await sockets[index % 2]?.ask('irn_batchUnsubscribe', { subscriptions: [] }))?.error?.data.code;
    const codes: (string | undefined)[] = [];
    for (let index = 0; index < 22; index += 1) codes.push(await ask(index));
    expect(codes).toEqual([...Array(20).fill(undefined), 'RATE_LIMITED', 'RATE_LIMITED']);
    time += 1_000;
    expect([await ask(0), await ask(1)]).toEqual([undefined, undefined]);
    const other = await connect(relay);
    expect((await other.ask('irn_batchUnsubscribe', { subscriptions: [] })).error).toBeUndefined();
  });

  it('are closed with 4029 when they ignore the limit for long', async () => {
    const relay = await start({ limits: { perClient: 1 }, pingInterval: FORGIVES_NOTHING });
    const client = await connect(relay);
    const frame = '{"id":1,"jsonrpc":"2.0","method":"irn_subscribe"}';
    for (let index = 0; index < 6_000; index += 1) client.socket.send(frame);
    expect(await client.closed).toEqual({ code: 4029, reason: expect.stringMatching('^RATE_LIMITED: ') });
  });

  it('are refused above the rate of a topic, the size of its mailbox and the topics of a socket', async () => {
    const time = Date.now();
    const limits = { perTopic: 1, subscriptions: 2 };
    const relay = await start({ now: () => time, limits });
    const [one, two] = await Promise.all([connect(relay), connect(relay)]);
    const topics = [newTopic(), newTopic(), newTopic()];
    const [topic = ''] = topics;
    await two.call('irn_subscribe', { topic });
    for (let index = 0; index < 4; index += 1) await one.publish(topic, `m${index}`);
    await expect(one.publish(topic, 'm4')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await expect(two.call('irn_batchSubscribe', { topics })).rejects.toMatchObject({
      code: 'TOO_MANY_SUBSCRIPTIONS',
    });
    expect(await two.call('irn_batchSubscribe', { topics: topics.slice(0, 2) })).toHaveLength(2);
    const unheard = newTopic();
    const messages = Array.from({ length: 100 }, (_, index) => ({
      topic: unheard,
      message: `${index}`,
      ttl: 60,
      tag: 1,
    }));
    for (let round = 0; round < 10; round += 1) {
      const more = messages.map(one => ({ ...one, message: `${round} ${one.message}` }));
      await one.call('irn_batchPublish', { messages: more });
    }
    await expect(one.publish(unheard, 'one more')).rejects.toMatchObject({ code: 'MAILBOX_FULL' });
  });
});

describe('clients that do not keep up', () => {
  it('are pinged, and closed with 3008 when they do not respond', async () => {
    const relay = await start({ pingInterval: 100 });
    const address = relayAddress(relay.url, relayIdentity());
    const [dead, alive] = [new WebSocket(address, { autoPong: false }), new WebSocket(address)];
    let pings = 0;
    alive.on('ping', () => {
      pings += 1;
    });
    const [code, reason] = (await once(dead, 'close')) as [number, Buffer];
    expect([code, reason.toString()]).toEqual([3008, 'TIMEOUT: No answer to a ping']);
    await expect.poll(() => pings).toBeGreaterThan(3);
    expect(alive.readyState).toBe(alive.OPEN);
    alive.terminate();
  });

  it('are not closed for pongs that the relay leaves unread', async () => {
    const inner = memoryMailbox();
    let release = () => {};
    const held = new Promise<void>(resolve => {
      release = resolve;
    });
    const mailbox: Mailbox = {
      ...inner,
      append: (mails, network) => held.then(() => inner.append(mails, network)),
    };
    const relay = await start({ mailbox, pingInterval: 100 });
    const client = await connect(relay);
    let pings = 0;
    client.socket.on('ping', () => {
      pings += 1;
    });
    // The relay reads no more than 2 MB of requests in progress from a socket.
    const body = 'x'.repeat(500_000);
    const published = awaitedLater(
      Promise.all(Array.from({ length: 8 }, (_, index) => client.publish(newTopic(), `${index} ${body}`))),
    );
    const before = pings;
    await expect.poll(() => pings).toBeGreaterThan(before + 3);
    release();
    expect(await published).toEqual(Array.from({ length: 8 }, () => true));
  });

  it('are closed with 4013 when they acknowledge nothing for half a minute', async () => {
    let time = Date.now();
    const limits = { perClient: 0, perTopic: 0 };
    const relay = await start({ now: () => time, pingInterval: 100, limits });
    const one = await connect(relay);
    const [mute, quiet] = await Promise.all([1, 2].map(() => connect(relay, { acknowledges: false })));
    const [topic, other] = [newTopic(), newTopic()];
    await mute?.call('irn_subscribe', { topic });
    await quiet?.call('irn_subscribe', { topic: other });
    await one.publish(other, 'a single one may take its time');
    await Promise.all(Array.from({ length: 300 }, (_, index) => one.publish(topic, `m${index}`)));
    await mute?.delivered(256);
    time += 31_000;
    expect(await mute?.closed).toEqual({ code: 4013, reason: expect.stringMatching('^SLOW_CONSUMER: ') });
    expect(quiet?.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('receive nothing while they do not read, and are cut off; their messages stay stored', async () => {
    const limits = { perClient: 0, perTopic: 0 };
    const relay = await start({ pingInterval: 100, limits });
    const one = await connect(relay);
    const identity = relayIdentity();
    const deaf = await connect(relay, { identity });
    const topics = Array.from({ length: 10 }, newTopic);
    await deaf.call('irn_batchSubscribe', { topics });
    deaf.socket.pause();
    // Far more than a socket's buffers hold.
    const body = 'x'.repeat(250_000);
    for (let index = 0; index < 100; index += 1)
      await one.publish(topics[index % 10] ?? '', `${index} ${body}`);
    expect(await metricOf(relay, 'messages_out_total')).toBeLessThan(60);
    // They receive no ping either.
    await expect.poll(() => metricOf(relay, 'sockets_closed_total{code="3008"}'), SLOW).toBe(1);
    deaf.socket.terminate();
    const back = await connect(relay, { identity });
    await back.call('irn_batchSubscribe', { topics });
    const seen = [...deaf.deliveries, ...(await back.delivered(100 - deaf.deliveries.length))];
    expect(new Set(seen.map(({ message }) => message.split(' ')[0])).size).toBe(100);
  });

  it('are not read from while they do not read their responses', async () => {
    const relay = await start({ limits: { perClient: 0 } });
    const client = await connect(relay);
    const COUNT = 50_000;
    const answered = awaitedLater(messageSizes(client.socket, COUNT));
    client.socket.pause();
    const frame = `{"id":"${'i'.repeat(90)}","jsonrpc":"2.0","method":"irn_nothing","params":"${'x'.repeat(500)}"}`;
    for (let index = 0; index < COUNT; index += 1) client.socket.send(frame);
    const served = () => metricOf(relay, 'refused_total{reason="METHOD_NOT_FOUND"}');
    await rests(served);
    expect(await served()).toBeLessThan(COUNT * 0.9);
    client.socket.resume();
    await answered;
    expect(await served()).toBe(COUNT);
  });

  it('receive no further pages while they do not read the last ones', async () => {
    const relay = await start({ limits: { perClient: 0, perTopic: 0 } });
    const [one, greedy] = await Promise.all([connect(relay), connect(relay)]);
    const topic = newTopic();
    for (let index = 0; index < 4; index += 1) await one.publish(topic, `${index}`.repeat(500_000));
    const PAGES = 60;
    const answered = awaitedLater(messageSizes(greedy.socket, PAGES));
    greedy.socket.pause();
    // All requests in one packet.
    for (let id = 0; id < PAGES; id += 1) {
      greedy.socket.send(
        `{"id":${id},"jsonrpc":"2.0","method":"irn_fetchMessages","params":{"topic":"${topic}"}}`,
      );
    }
    const handedOut = () => metricOf(relay, 'messages_out_total');
    await rests(handedOut);
    // A page has two of the four messages, because more than 1 MiB is split into pages.
    expect(await handedOut()).toBeLessThan(PAGES);
    greedy.socket.resume();
    for (const size of await answered) expect(Math.round(size / 10_000)).toBe(100);
    expect(await handedOut()).toBe(2 * PAGES);
  });
});

/** Resolves with the lengths of a socket's next messages. */
function messageSizes(socket: WebSocket, count: number): Promise<readonly number[]> {
  const sizes: number[] = [];
  return new Promise(resolve => {
    socket.on('message', data => {
      if (sizes.push(String(data).length) === count) resolve(sizes);
    });
  });
}

/** Waits until a figure of a relay is stable. On a slow machine it may seem stable too early; the figure is then smaller. */
async function rests(figure: () => Promise<number>): Promise<void> {
  let last = 0;
  const stands = async () => {
    const now = await figure();
    const isSame = now === last && now > 0;
    last = now;
    return isSame;
  };
  await expect.poll(stands, { interval: 300, timeout: 120_000 }).toBe(true);
}

describe('bytes that are not WebSocket frames', () => {
  it('close the socket, and the relay keeps running', async () => {
    const relay = await start();
    const random = numbersFrom(7);
    const handshake = [
      `GET ${relayAddress('/relay', relayIdentity(), { token: 'TOKEN' })} HTTP/1.1`,
      'Host: x',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ].join('\r\n');
    const attack = async () => {
      const identity = relayIdentity();
      const token = relayTokenOf(identity, `ws://x/relay`);
      const socket = connectTcp(relay.port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(`${handshake.replace('TOKEN', token)}\r\n\r\n`);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1.1 101 /);
      socket.on('data', () => {});
      socket.end(Buffer.from(Array.from({ length: 200 }, () => Math.floor(random() * 256))));
      await once(socket, 'close');
    };
    for (let round = 0; round < 50; round += 1) await attack();
    const client = await connect(relay);
    expect(await client.call('irn_batchUnsubscribe', { subscriptions: [] })).toBe(true);
    await expect.poll(() => relay.relay.socketCount).toBe(1);
  });
});

describe(`${FRAMES} fuzzed frames`, { timeout: 600_000 }, () => {
  it('cause errors or closed sockets, and the relay keeps running', async () => {
    const relay = await start({ limits: { perClient: 0, perTopic: 0 } });
    const [one, two] = await Promise.all([connect(relay), connect(relay)]);
    const topic = newTopic();
    await two.call('irn_subscribe', { topic });
    const next = relayFuzz(20_261_121);
    const memory = process.memoryUsage().heapUsed;
    const identity = relayIdentity();
    const codes = new Set<number>();
    let fuzzer = await connect(relay, { identity });
    for (let index = 0; index < FRAMES; index += 1) {
      if (fuzzer.socket.readyState !== WebSocket.OPEN) {
        codes.add((await fuzzer.closed).code);
        fuzzer.socket.terminate();
        fuzzer = await connect(relay, { identity });
      }
      const frame = next();
      fuzzer.socket.send(frame);
      // Let responses and close frames arrive.
      if (index % 50 === 0) await new Promise(resolve => setImmediate(resolve));
      if (index % 1_000 === 0) await one.publish(topic, `still here ${index}`);
    }
    expect((await two.delivered(FRAMES / 1_000)).at(-1)?.message).toBe(`still here ${FRAMES - 1_000}`);
    expect([...codes].sort()).toEqual([1003, 1008]);
    expect(relay.errors).toEqual([]);
    expect(process.memoryUsage().heapUsed - memory).toBeLessThan(200 * 1_048_576);
    await one.call('irn_batchUnsubscribe', { subscriptions: [] });
  });
});
