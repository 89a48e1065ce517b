import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { freePort } from '../../../../../scripts/lib/ports.mjs';
import { type RelayClient, relayClient, relayIdentity } from '../../../test/relay/relayClient.js';
import { newTopic, relaySuite } from '../../../test/relay/relaySuite.js';
import {
  buildCommand,
  type GatewayCommand,
  type RunningCommand,
} from '../../../test/servers/buildCommand.js';
import { hasRedis, NO_REDIS, startRedis } from '../../../test/servers/startRedis.js';
import { hasPostgres, NO_POSTGRES, newPostgres } from '../../../test/testDatabase.js';
import { waitUntil } from '../../../test/waitUntil.js';
import { redisPubSub } from '../../platform/adapters/redis/redisPubSub.js';
import { readSettings } from '../../server/readSettings.js';
import { startServer } from '../../server/startServer.js';
import { redisMailbox } from './mailbox/redisMailbox.js';

const { start, connect } = relaySuite();

describe('two relays on one Redis server', () => {
  if (!hasRedis()) {
    it('act as one', ({ skip }) => skip(NO_REDIS));
    return;
  }
  let redis: Awaited<ReturnType<typeof startRedis>>;
  const ends: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => {
    for (const end of ends) await end();
    await redis.stop();
  });

  async function replica(errors: unknown[] = []) {
    const [mailbox, pubSub] = await Promise.all([redisMailbox(redis.url), redisPubSub(redis.url)]);
    ends.push(async () => {
      await Promise.all([mailbox.close(), pubSub.close()]);
    });
    const limits = { perClient: 0, perTopic: 0 };
    return start({ mailbox, pubSub, limits, onError: error => errors.push(error) });
  }

  it('deliver messages from one to the other, once and in order', async () => {
    const [a, b] = await Promise.all([replica(), replica()]);
    const [one, two, near] = await Promise.all([connect(a), connect(b), connect(a)]);
    const topic = newTopic();
    await Promise.all([two, near].map(client => client.call('irn_subscribe', { topic })));
    const texts = Array.from({ length: 200 }, (_, index) => `m${index}`);
    await Promise.all(texts.map(text => one.publish(topic, text)));
    for (const client of [two, near]) {
      expect((await client.delivered(200)).map(({ message }) => message)).toEqual(texts);
    }
    // The sender reconnects to the other replica, unsure whether its message arrived.
    const again = await connect(b, { identity: one.identity });
    await Promise.all(texts.map(text => again.publish(topic, text)));
    await again.publish(topic, 'new');
    expect((await two.delivered(201)).at(-1)?.message).toBe('new');
    expect(two.deliveries).toHaveLength(201);
  });

  it('carry a proposal and its approval between them', async () => {
    const [a, b] = await Promise.all([replica(), replica()]);
    const [dapp, wallet] = await Promise.all([connect(a), connect(b)]);
    const [pairingTopic, sessionTopic] = [newTopic(), newTopic()];
    await dapp.call('wc_proposeSession', { pairingTopic, sessionProposal: 'proposal', ttl: 300 });
    await wallet.call('irn_subscribe', { topic: pairingTopic });
    expect(await wallet.delivered(1)).toMatchObject([{ message: 'proposal', tag: 1100 }]);
    const texts = { sessionProposalResponse: 'response', sessionSettlementRequest: 'settlement' };
    await wallet.call('wc_approveSession', { pairingTopic, sessionTopic, ...texts, ttl: 300 });
    expect(await dapp.delivered(1)).toMatchObject([{ message: 'response', tag: 1101 }]);
    await dapp.call('irn_subscribe', { topic: sessionTopic });
    expect((await dapp.delivered(2))[1]).toMatchObject({ message: 'settlement', tag: 1102 });
  });

  it('deliver messages that were announced while their channels were broken', async () => {
    const errors: unknown[] = [];
    const [a, b] = await Promise.all([replica(), replica(errors)]);
    const [one, two] = await Promise.all([connect(a), connect(b)]);
    const topic = newTopic();
    await two.call('irn_subscribe', { topic });
    const admin = new Redis(redis.url);
    for (let round = 0; round < 5; round += 1) {
      // The announcement is lost: the subscribed replica is disconnected at this moment.
      const [, published] = await Promise.all([
        admin.client('KILL', 'TYPE', 'pubsub'),
        one.publish(topic, `m${round}`),
      ]);
      expect(published).toBe(true);
      await two.delivered(round + 1);
    }
    expect(two.deliveries.map(({ message }) => message)).toEqual(['m0', 'm1', 'm2', 'm3', 'm4']);
    admin.disconnect();
  });
});

describe('two gateways, one of which is killed', () => {
  if (!hasPostgres() || !hasRedis()) {
    it('lose no message, and repeat none', ({ skip }) => skip(hasPostgres() ? NO_REDIS : NO_POSTGRES));
    return;
  }
  let databaseUrl: string;
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let command: GatewayCommand;
  beforeAll(async () => {
    [databaseUrl, redis, command] = await Promise.all([newPostgres(), startRedis(), buildCommand()]);
  });
  afterAll(async () => {
    command.killAll();
    await redis.stop();
    command.remove();
  });

  const env = (mailbox: string, port: number) => ({
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.url,
    LATCHKIT_DATA_DIR: command.directory,
    LATCHKIT_RELAY_MAILBOX: mailbox,
    LATCHKIT_GATEWAY_PORT: String(port),
    LATCHKIT_RELAY_TOPIC_RATE: '0',
    LATCHKIT_RELAY_CLIENT_RATE: '0',
  });

  /** The gateway that is killed. */
  async function run(mailbox: string): Promise<{ url: string; process: RunningCommand }> {
    const port = await freePort();
    const process = command.run(env(mailbox, port));
    await process.ready(`http://127.0.0.1:${port}`);
    return { url: `ws://127.0.0.1:${port}/relay`, process };
  }

  /** The gateway that goes on. */
  async function serve(mailbox: string): Promise<{ url: string }> {
    const gateway = await startServer(readSettings(env(mailbox, 0)));
    onTestFinished(() => gateway.stop());
    return { url: `${gateway.url.replace('http:', 'ws:')}/relay` };
  }

  /** Number of messages in the mailbox without a stored acknowledgement. */
  async function waiting(url: string): Promise<number> {
    const figures = await (await fetch(url.replace('ws:', 'http:').replace('/relay', '/metrics'))).text();
    return Number(/^latchkit_relay_mailbox_depth (\d+)$/m.exec(figures)?.[1]);
  }

  /** Sends each message until a relay has acknowledged it, as a client's outbox does. */
  async function sendAll(client: () => Promise<RelayClient>, topic: string, texts: readonly string[]) {
    for (const text of texts) {
      for (;;) {
        const sent = await (await client()).publish(topic, text).catch(() => false);
        if (sent === true) break;
      }
    }
  }

  it.each(process.env.LATCHKIT_FULL ? ['redis', 'database'] : ['redis'])(
    'lose no message, and repeat none: %s',
    async mailbox => {
      // The first one creates the keys, which the second one reads.
      const first = await run(mailbox);
      const second = await serve(mailbox);
      const topic = newTopic();
      const texts = Array.from({ length: 300 }, (_, index) => `m${index}`);
      const [sender, receiver] = [relayIdentity(), relayIdentity()];
      const seen: string[] = [];
      const open: RelayClient[] = [];

      let listening: RelayClient | undefined;
      const listen = async (url: string) => {
        const client = await relayClient(url, { identity: receiver });
        open.push(client);
        client.socket.on('message', () => {
          for (const { message } of client.deliveries.slice(taken)) seen.push(message);
          taken = client.deliveries.length;
        });
        let taken = 0;
        await client.call('irn_subscribe', { topic });
        listening = client;
      };
      let sending: RelayClient | undefined;
      const connectSender = async () => {
        if (sending?.socket.readyState === sending?.socket.OPEN && sending) return sending;
        const alive = first.process.child.signalCode === null ? first : second;
        const client = await relayClient(alive.url, { identity: sender });
        open.push(client);
        sending = client;
        return client;
      };

      await listen(first.url);
      const settled = texts.slice(0, 100);
      await sendAll(connectSender, topic, settled);
      await waitUntil(async () => seen.length === settled.length && (await waiting(first.url)) === 0);
      const sent = awaitedLater(sendAll(connectSender, topic, texts.slice(settled.length)));
      await waitUntil(async () => seen.length > 150);
      first.process.child.kill('SIGKILL');
      await listening?.closed;
      await listen(second.url);
      await sent;
      await waitUntil(async () => new Set(seen).size === texts.length);
      expect([...new Set(seen)]).toEqual(texts);
      // Only a message whose acknowledgement was not stored when the replica died may arrive again.
      expect(seen.filter(text => settled.includes(text))).toEqual(settled);
      for (const { socket } of open) socket.terminate();
    },
  );
});
