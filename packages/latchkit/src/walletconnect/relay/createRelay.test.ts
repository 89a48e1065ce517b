import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { startRelay } from '../../../../gateway/test/relay/startRelay.js';
import { randomHex } from '../crypto/randomHex.js';
import { createRelay, type Relay, type RelayOptions } from './createRelay.js';
import type { RelaySocket } from './RelaySocket.js';
import type { RelayStatus } from './RelayStatus.js';
import { scriptedRelay } from './scriptedRelay.test-support.js';

const ends: (() => unknown)[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: false });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const end of ends.splice(0).reverse()) await end();
});

/** Lets sockets do their real work while the clock stands still. */
const until = async (check: () => boolean) => {
  // The only real clock in this test.
  const end = performance.now() + 15_000;
  while (!check()) {
    if (performance.now() > end) throw new Error('It did not come to that.');
    await new Promise(resolve => setImmediate(resolve));
  }
};

interface Client extends Relay {
  readonly got: string[];
  readonly statuses: RelayStatus[];
  end(): void;
}

function client(...urls: readonly string[]): Client {
  return clientOf({ urls });
}

function clientOf(options: Pick<RelayOptions, 'urls'> & Partial<RelayOptions>): Client {
  const end = new AbortController();
  const got: string[] = [];
  const statuses: RelayStatus[] = [];
  const relay = createRelay({
    projectId: '0'.repeat(32),
    privateKey: randomHex(),
    createSocket: url => new WebSocket(url) as RelaySocket,
    onMessage: (_, message) => got.push(message),
    onStatus: status => statuses.push(status),
    signal: end.signal,
    ...options,
  });
  ends.push(() => end.abort());
  return { ...relay, got, statuses, end: () => end.abort() };
}

/** The code that a promise rejected with; undefined while it is pending. */
const outcome = (promise: Promise<unknown>) => {
  const seen: { code?: string } = {};
  promise.then(
    () => Object.assign(seen, { code: 'resolved' }),
    error => Object.assign(seen, { code: error.code }),
  );
  return seen;
};

async function scripted(answer: Parameters<typeof scriptedRelay>[0]) {
  const relay = await scriptedRelay(answer);
  ends.push(relay.stop);
  return relay;
}

/** Accepts connections and sends nothing. */
async function silentServer() {
  const sockets: Socket[] = [];
  const server = createServer(socket => {
    sockets.push(socket);
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets };
}

const topic = 'ab'.repeat(32);

describe('createRelay', () => {
  it('sends its token as a protocol, in no URL, and in the query to a relay that reads it only there (RW-01)', async () => {
    const relay = await scripted(({ method }) => (method === 'irn_subscribe' ? 'id' : undefined));
    const asked: { readonly url: string; readonly protocols: readonly string[] }[] = [];
    const page = clientOf({
      urls: [relay.url],
      tokenInProtocol: true,
      createSocket(url, protocols = []) {
        asked.push({ url, protocols });
        return new WebSocket(url, [...protocols]) as RelaySocket;
      },
    });
    await page.subscribe('a'.repeat(64));
    expect(asked[0]?.url).not.toMatch(/auth=|eyJ/);
    expect(asked[0]?.protocols).toEqual(['latchkit', expect.stringMatching(/^auth\.eyJ/)]);
    relay.sockets[0]?.close(3_000, 'JWT_MISSING: Send a token');
    await vi.waitFor(() => expect(asked[1]?.url).toMatch(/auth=eyJ/), { timeout: 5_000 });
    expect(asked[1]?.protocols).toEqual([]);
  });

  it('opens a WebSocket to the relay with the first topic, and not before [CALL-51]', async () => {
    const relay = await scripted(() => 'subscription');
    const one = client(relay.url);
    await new Promise(resolve => setImmediate(resolve));
    expect(relay.sockets).toHaveLength(0);
    expect(one.statuses).toEqual([]);
    await one.subscribe(topic);
    expect(relay.sockets).toHaveLength(1);
    expect(one.statuses.at(-1)).toEqual({ status: 'open', url: relay.url });
  });

  it('drops a socket that does not open within 15 s, and tries the next URL [TIME-23]', async () => {
    const silent = await silentServer();
    const relay = await scripted(() => 'subscription');
    const one = client(silent.url, relay.url);
    const subscribed = awaitedLater(one.subscribe(topic));
    await until(() => silent.sockets.length === 1);
    await vi.advanceTimersByTimeAsync(14_999);
    expect(one.statuses.map(({ status }) => status)).toEqual(['connecting']);
    await vi.advanceTimersByTimeAsync(1);
    expect(one.statuses.at(-1)).toMatchObject({
      status: 'unreachable',
      error: { code: 'WC_RELAY_UNREACHABLE' },
    });
    await vi.advanceTimersByTimeAsync(500);
    await until(() => relay.sockets.length === 1);
    await subscribed;
  });

  it('rejects an unacknowledged publish and subscription after 1 min each [TIME-24]', async () => {
    const relay = await scripted(() => undefined);
    const one = client(relay.url);
    const published = outcome(one.publish(topic, 'message', { ttl: 300, tag: 1108 }));
    const subscribed = outcome(one.subscribe(topic));
    await vi.advanceTimersByTimeAsync(59_999);
    expect([published.code, subscribed.code]).toEqual([undefined, undefined]);
    await vi.advanceTimersByTimeAsync(1);
    expect([published.code, subscribed.code]).toEqual(['WC_RELAY_TIMEOUT', 'WC_RELAY_TIMEOUT']);
  });

  it('includes the cause in the time-out when the relay could not be reached', async () => {
    const silent = await silentServer();
    const one = client(silent.url);
    const subscribed = one.subscribe(topic).catch((error: unknown) => error);
    await until(() => silent.sockets.length === 1);
    await vi.advanceTimersByTimeAsync(60_000);
    const details = 'It did not open within 15 s.';
    const cause = { code: 'WC_RELAY_UNREACHABLE', details };
    expect(await subscribed).toMatchObject({ code: 'WC_RELAY_TIMEOUT', details, cause });
  });

  it('drops and reopens a socket that was silent for 35 s [TIME-25]', async () => {
    let silent = false;
    const relay = await scripted(() => (silent ? undefined : 'subscription'));
    const one = client(relay.url);
    await one.subscribe(topic);
    silent = true;
    await vi.advanceTimersByTimeAsync(34_999);
    await until(() => relay.said.length === 2);
    expect(one.statuses.at(-1)?.status).toBe('open');
    await vi.advanceTimersByTimeAsync(1);
    expect(one.statuses.at(-1)).toMatchObject({
      status: 'unreachable',
      error: { details: 'Silent for 35 s.' },
    });
    silent = false;
    await vi.advanceTimersByTimeAsync(500);
    await until(() => relay.sockets.length === 2);
    await until(() => one.statuses.at(-1)?.status === 'open');
  });

  it('keeps a socket while it responds', async () => {
    const relay = await scripted(() => 'subscription');
    const one = client(relay.url);
    await one.subscribe(topic);
    for (let minute = 0; minute < 10; minute++) {
      const before = relay.said.length;
      await vi.advanceTimersByTimeAsync(25_000);
      await until(() => relay.said.length > before);
      await new Promise(resolve => setImmediate(resolve));
    }
    expect(relay.sockets).toHaveLength(1);
  });

  it('subscribes 501 topics as batches of 500 and 1, and again over the next socket [LIM-26]', async () => {
    const relay = await scripted(({ params }) => params?.topics?.map(one => `id-${one}`) ?? 'id');
    const one = client(relay.url);
    const topics = Array.from({ length: 501 }, () => randomHex());
    await Promise.all(topics.map(one.subscribe));
    const sizes = () =>
      relay.said.map(({ method, params }) => [method, params?.topics?.length ?? 1] as const);
    const batches = [
      ['irn_batchSubscribe', 500],
      ['irn_subscribe', 1],
    ];
    expect(sizes()).toEqual(batches);
    relay.sockets[0]?.terminate();
    await until(() => one.statuses.at(-1)?.status === 'unreachable');
    await vi.advanceTimersByTimeAsync(500);
    await until(() => relay.said.length === 4);
    expect(sizes()).toEqual([...batches, ...batches]);
  });

  it('sends unacknowledged calls again on the next socket, and delivers each message once', async () => {
    let acknowledges = false;
    const relay = await scripted(() => (acknowledges ? true : undefined));
    const one = client(relay.url);
    const published = awaitedLater(one.publish(topic, 'precious', { ttl: 300, tag: 1108 }));
    await until(() => relay.said.length === 1);
    relay.sockets[0]?.terminate();
    await until(() => one.statuses.at(-1)?.status === 'unreachable');
    acknowledges = true;
    await vi.advanceTimersByTimeAsync(500);
    await published;
    expect(relay.said.map(({ id }) => id)).toEqual([relay.said[0]?.id, relay.said[0]?.id]);

    const data = { topic, message: 'bWVzc2FnZQ==', publishedAt: 0, tag: 1109 };
    for (const id of [1, 2, 3])
      relay.say({ id, jsonrpc: '2.0', method: 'irn_subscription', params: { id: 's', data } });
    await until(() => relay.said.length === 5);
    expect(one.got).toEqual(['bWVzc2FnZQ==']);
    expect(relay.said.slice(2)).toEqual([1, 2, 3].map(id => ({ id, jsonrpc: '2.0', result: true })));
  });

  it('does not receive its own message', async () => {
    const relay = await scripted(() => true);
    const one = client(relay.url);
    await one.publish(topic, 'mine', { ttl: 300, tag: 1108 });
    const data = { topic, message: 'mine', publishedAt: 0, tag: 1108 };
    relay.say({ id: 1, jsonrpc: '2.0', method: 'irn_subscription', params: { id: 's', data } });
    await until(() => relay.said.length === 2);
    expect(one.got).toEqual([]);
  });

  it('proposes and approves in parts when the relay does not support the single calls', async () => {
    const relay = await scripted(({ method }) =>
      method?.startsWith('wc_') ? new Error('Method not found', { cause: -32601 }) : 'ok',
    );
    const one = client(relay.url);
    await one.proposeSession({
      pairingTopic: topic,
      sessionProposal: 'proposal',
      ttl: 300,
      correlationId: 1,
    });
    expect(relay.said.map(({ method }) => method).sort()).toEqual([
      'irn_publish',
      'irn_subscribe',
      'wc_proposeSession',
    ]);
    const sessionTopic = randomHex();
    await one.approveSession({
      ...{ sessionTopic, pairingTopic: topic, ttl: 300, correlationId: 1 },
      ...{ sessionProposalResponse: 'response', sessionSettlementRequest: 'settlement' },
    });
    const published = relay.said.slice(3).filter(({ method }) => method === 'irn_publish');
    expect(published.map(({ params }) => params)).toEqual([
      { topic: sessionTopic, message: 'settlement', ttl: 300, tag: 1102, prompt: false },
      { topic, message: 'response', ttl: 300, tag: 1101, prompt: false },
    ]);
  });

  it('reports the cause when the relay refuses', async () => {
    const relay = await scripted(() => new Error('Too many', { cause: -32000 }));
    const one = client(relay.url);
    const publish = one.publish(topic, 'x', { ttl: 300, tag: 1 });
    await expect(publish).rejects.toMatchObject({ code: 'WC_RELAY_REFUSED', details: 'Too many' });
    await expect(one.subscribe(topic)).rejects.toMatchObject({ code: 'WC_RELAY_REFUSED' });
  });

  it('closes the socket when no topic is left', async () => {
    const relay = await scripted(() => 'ok');
    const one = client(relay.url);
    await one.subscribe(topic);
    one.unsubscribe(topic);
    await until(() => relay.said.length === 2);
    await new Promise(resolve => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(25_000);
    await until(() => relay.sockets[0]?.readyState === WebSocket.CLOSED);
    expect(one.statuses.at(-1)).toEqual({ status: 'idle' });
  });

  it('settles everything when it is closed', async () => {
    const relay = await scripted(() => undefined);
    const one = client(relay.url);
    const all = [one.subscribe(topic), one.publish(topic, 'x', { ttl: 300, tag: 1 })].map(outcome);
    await until(() => relay.said.length === 2);
    one.end();
    await new Promise(resolve => setImmediate(resolve));
    expect(all).toEqual([{ code: 'WC_CLOSED' }, { code: 'WC_CLOSED' }]);
    await until(() => relay.sockets[0]?.readyState === WebSocket.CLOSED);
    await until(() => vi.getTimerCount() === 0);
    await expect(one.subscribe(topic)).rejects.toMatchObject({ code: 'WC_CLOSED' });
  });

  it('reaches the relay with a clock that is 5 min ahead or behind', async () => {
    for (const skew of [-300_000, 300_000]) {
      const now = Date.now();
      const relay = await startRelay({ now: () => now });
      ends.push(() => relay.stop());
      vi.setSystemTime(now + skew);
      await client(relay.url).subscribe(topic);
      vi.setSystemTime(now);
      expect(relay.errors).toEqual([]);
    }
  });

  it('retries immediately when it is woken, instead of after the pause', async () => {
    const down = await scripted(() => undefined);
    down.stop();
    const one = client(down.url);
    const asked = outcome(one.publish('t'.repeat(64), 'message', { ttl: 300, tag: 1100 }));
    const failures = () => one.statuses.filter(({ status }) => status === 'unreachable').length;
    await until(() => failures() === 1);
    one.wake();
    // The clock is stopped, so no pause has passed.
    await until(() => failures() === 2);
    one.end();
    await until(() => asked.code !== undefined);
  });

  it('reconnects immediately after a page slept for an hour', async () => {
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
    vi.stubGlobal('document', page);
    vi.stubGlobal('window', new EventTarget());
    ends.push(() => vi.unstubAllGlobals());
    const relay = await scripted(() => 'ok');
    const one = client(relay.url);
    await one.subscribe(topic);
    // Timers stop while a page sleeps; the clock does not.
    vi.setSystemTime(Date.now() + 3_600_000);
    page.dispatchEvent(new Event('visibilitychange'));
    await until(() => relay.sockets.length === 2);
    await until(() => relay.said.length === 2);
    expect(relay.said[1]).toMatchObject({ method: 'irn_subscribe', params: { topic } });
    expect(one.statuses.at(-1)?.status).toBe('open');
  });
});
