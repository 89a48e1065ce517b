import { createHash, randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { type RelayClient, type RelayClientOptions, relayClient } from '../testing/relayClient.js';
import { startRelay, type TestRelay, type TestRelayOptions } from '../testing/startRelay.js';

const running: TestRelay[] = [];
const clients: RelayClient[] = [];

afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.terminate();
  for (const relay of running.splice(0)) {
    await relay.stop();
    expect(relay.errors).toEqual([]);
  }
});

async function start(options?: TestRelayOptions): Promise<TestRelay> {
  const relay = await startRelay(options);
  running.push(relay);
  return relay;
}

async function connect(relay: TestRelay, options?: RelayClientOptions): Promise<RelayClient> {
  const client = await relayClient(relay.url, options);
  clients.push(client);
  return client;
}

const newTopic = () => randomBytes(32).toString('hex');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('relay', () => {
  it('brings a message to who listens, and not back to who sent it', async () => {
    const relay = await start();
    const [one, two] = await Promise.all([connect(relay), connect(relay)]);
    const topic = newTopic();
    const id = await two.call('irn_subscribe', { topic });
    expect(id).toBe(sha256(topic + two.identity.did));
    await one.call('irn_subscribe', { topic });
    expect(await one.publish(topic, 'aGVsbG8=', { tag: 1100, attestation: 'proof' })).toBe(true);
    const [got] = await two.delivered(1);
    expect(got).toMatchObject({
      topic,
      message: 'aGVsbG8=',
      tag: 1100,
      attestation: 'proof',
      subscription: id,
    });
    expect(Math.abs(Date.now() - (got?.publishedAt ?? 0))).toBeLessThan(5_000);
    expect(one.deliveries).toEqual([]);
  });
});
