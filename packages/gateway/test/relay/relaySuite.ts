import { randomBytes } from 'node:crypto';
import { afterEach, expect } from 'vitest';
import { type RelayClient, type RelayClientOptions, relayClient } from './relayClient.js';
import { startRelay, type TestRelay, type TestRelayOptions } from './startRelay.js';

/** Relays and clients of a test file, closed after each test. */
export interface RelaySuite {
  start(options?: TestRelayOptions): Promise<TestRelay>;
  connect(relay: Pick<TestRelay, 'url'>, options?: RelayClientOptions): Promise<RelayClient>;
}

/** Closes everything that a test starts; expects no errors inside a relay unless the test allows them. */
export function relaySuite(): RelaySuite {
  const relays: TestRelay[] = [];
  const clients: RelayClient[] = [];
  afterEach(async () => {
    for (const { socket } of clients.splice(0)) socket.terminate();
    const ended = relays.splice(0);
    await Promise.all(ended.map(relay => relay.stop()));
    expect(ended.flatMap(relay => relay.errors)).toEqual([]);
  });
  return {
    async start(options) {
      const relay = await startRelay(options);
      relays.push(relay);
      return relay;
    },
    async connect(relay, options) {
      const client = await relayClient(relay.url, options);
      clients.push(client);
      return client;
    },
  };
}

/** A new topic. */
export function newTopic(): string {
  return randomBytes(32).toString('hex');
}

/** Value of a relay metric; 0 if it was never set. */
export async function metricOf(relay: TestRelay, name: string): Promise<number> {
  const text = await relay.metrics();
  const line = text.split('\n').find(one => one.startsWith(`latchkit_relay_${name} `));
  return Number(line?.split(' ').at(-1) ?? 0);
}
