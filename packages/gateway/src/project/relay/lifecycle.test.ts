import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { relayClient, relayIdentity, relayTokenOf } from '../../../test/relay/relayClient.js';
import { newTopic, relaySuite } from '../../../test/relay/relaySuite.js';
import { type DataSettings, newData } from '../../../test/testDatabase.js';
import { readSettings } from '../../server/readSettings.js';
import { type RunningServer, startServer } from '../../server/startServer.js';
import type { Mailbox } from './mailbox/Mailbox.js';
import { memoryMailbox } from './mailbox/memoryMailbox.js';

const { start, connect } = relaySuite();

describe('a relay that stops', () => {
  it('finishes requests in progress, closes all sockets with 1001, and accepts no more', async () => {
    const inner = memoryMailbox();
    let release = () => {};
    const held = new Promise<void>(resolve => {
      release = resolve;
    });
    const slow: Mailbox = {
      ...inner,
      async append(mails, network) {
        await held;
        return inner.append(mails, network);
      },
    };
    const relay = await start({ mailbox: slow });
    const [one, two] = await Promise.all([connect(relay), connect(relay)]);
    const topic = newTopic();
    await two.call('irn_subscribe', { topic });
    const published = awaitedLater(one.publish(topic, 'last'));
    await one.call('irn_batchUnsubscribe', { subscriptions: [] });
    const stopped = awaitedLater(relay.relay.close());
    const refused = await connect(relay, { query: '&useOnCloseEvent=true' });
    expect(await refused.closed).toMatchObject({ code: 1001 });
    expect(one.socket.readyState).toBe(WebSocket.OPEN);
    release();
    expect(await published).toBe(true);
    expect(await two.delivered(1)).toMatchObject([{ message: 'last' }]);
    await Promise.all([stopped, relay.relay.close()]);
    for (const client of [one, two]) {
      expect(await client.closed).toEqual({ code: 1001, reason: expect.stringMatching('^GOING_AWAY: ') });
    }
  });

  it('terminates sockets that do not complete the closing handshake', async () => {
    const relay = await start();
    const client = await connect(relay);
    client.socket.pause();
    await relay.stop();
    expect(relay.relay.socketCount).toBe(0);
  });
});

describe('a relay whose mailbox is unreachable', () => {
  it('refuses what it cannot store, and delivers stored messages once the mailbox is back', async () => {
    const inner = memoryMailbox();
    let isAway = false;
    const check = () => {
      if (isAway) throw new Error('The mailbox is away');
    };
    const mailbox: Mailbox = {
      ...inner,
      async append(mails, network) {
        check();
        return inner.append(mails, network);
      },
      async list(query) {
        check();
        return inner.list(query);
      },
    };
    const errors: unknown[] = [];
    const relay = await start({ mailbox, pingInterval: 200, onError: error => errors.push(error) });
    const [one, two] = await Promise.all([connect(relay), connect(relay)]);
    const topic = newTopic();
    await one.publish(topic, 'early');
    isAway = true;
    await expect(one.publish(topic, 'refused')).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
    await two.call('irn_subscribe', { topic });
    await expect.poll(() => errors.length).toBeGreaterThan(1);
    expect(two.deliveries).toEqual([]);
    isAway = false;
    expect(await two.delivered(1)).toMatchObject([{ message: 'early' }]);
  });
});

describe('the relay of a gateway', () => {
  let directory: string;
  let gateway: RunningServer;
  let url: string;
  let data: DataSettings;
  const env = () => ({ ...data, LATCHKIT_GATEWAY_PORT: '0', LATCHKIT_LOG: 'error' });
  const run = async () => {
    gateway = await startServer(readSettings(env()));
    url = `${gateway.url.replace('http:', 'ws:')}/relay`;
  };
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'latchkit-relay-'));
    data = await newData(directory);
    await run();
  });
  afterAll(async () => {
    await gateway.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  it('keeps messages across a restart until they are received, and recognises repetitions', async () => {
    const identity = relayIdentity();
    const topic = newTopic();
    const one = await relayClient(url);
    const mute = await relayClient(url, { identity, acknowledges: false });
    await mute.call('irn_subscribe', { topic });
    await one.publish(topic, 'received', { ttl: 3_600 });
    const [received] = await mute.delivered(1);
    mute.acknowledge(received?.id ?? 0);
    await one.publish(topic, 'not acknowledged', { attestation: 'proof' });
    await mute.delivered(2);
    await one.publish(newTopic(), 'elsewhere');
    await gateway.stop();
    expect([(await one.closed).code, (await mute.closed).code]).toEqual([1001, 1001]);

    await run();
    const back = await relayClient(url, { identity });
    const again = await relayClient(url);
    expect(await again.publish(topic, 'received', { ttl: 3_600 })).toBe(true);
    await back.call('irn_subscribe', { topic });
    await again.publish(topic, 'new');
    expect(await back.delivered(2)).toMatchObject([
      { message: 'not acknowledged', attestation: 'proof' },
      { message: 'new' },
    ]);
    const figures = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(figures).toMatch(/^latchkit_relay_sockets 2$/m);
    await expect
      .poll(async () => (await fetch(`${gateway.url}/metrics`)).text())
      .toMatch(/^latchkit_relay_mailbox_depth 1$/m);
    await Promise.all([back.close(), again.close()]);
  });

  it('writes messages in groups, and acknowledges each promptly', async () => {
    const [one, two] = await Promise.all([relayClient(url), relayClient(url)]);
    const topic = newTopic();
    await two.call('irn_subscribe', { topic });
    const texts = Array.from({ length: 400 }, (_, index) => `m${index}`);
    await Promise.all(texts.map(text => one.publish(topic, text)));
    expect((await two.delivered(400)).map(({ message }) => message)).toEqual(texts);
    await Promise.all([one.close(), two.close()]);
  });

  it.each([
    ['another path', '/other', 'websocket', 404],
    ['another protocol', '/relay', 'h2c', 400],
    ['a plain request', '/relay', undefined, 400],
  ])('refuses %s', async (_, path, protocol, status) => {
    const headers = protocol === undefined ? {} : { Connection: 'Upgrade', Upgrade: protocol };
    const asked = request(`${gateway.url}${path}`, { headers }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(status);
  });
});

describe('the relay of a gateway in production', () => {
  const production = async (more: Record<string, string>) => {
    const directory = mkdtempSync(join(tmpdir(), 'latchkit-relay-'));
    const env = {
      ...(await newData(directory)),
      NODE_ENV: 'production',
      LATCHKIT_GATEWAY_HOST: '127.0.0.1',
      LATCHKIT_GATEWAY_PORT: '0',
      LATCHKIT_LOG: 'off',
    };
    const gateway = await startServer(readSettings({ ...env, ...more }));
    const end = async () => {
      await gateway.stop();
      rmSync(directory, { recursive: true, force: true });
    };
    return { url: `${gateway.url.replace('http:', 'ws:')}/relay`, end };
  };
  const refusal = (url: string, token: string) =>
    new Promise<number | undefined>(resolve => {
      const socket = new WebSocket(`${url}?auth=${token}&projectId=none`);
      socket.on('error', () => {});
      socket.once('unexpected-response', (_, response) => resolve(response.statusCode));
    });

  it('requires its public URL, and accepts tokens for that URL only', async () => {
    const identity = relayIdentity();
    const unconfigured = await production({});
    expect(await refusal(unconfigured.url, relayTokenOf(identity, unconfigured.url))).toBe(503);
    await unconfigured.end();
    const configured = await production({ LATCHKIT_PUBLIC_URL: 'https://gateway.example' });
    expect(await refusal(configured.url, relayTokenOf(identity, configured.url))).toBe(401);
    // The token is valid; the project is unknown.
    expect(await refusal(configured.url, relayTokenOf(identity, 'wss://gateway.example/relay'))).toBe(404);
    await configured.end();
  });
});
