import { afterEach, describe, expect, it, vi } from 'vitest';
import { relayClient, relayIdentity, relayTokenOf } from '../../../test/relay/relayClient.js';
import { type NetworkRelayOptions, startNetworkRelay } from '../../../test/relay/startNetworkRelay.js';
import { DEVELOPMENT_PROJECT_ID } from '../projects/developmentProject.js';
import { NETWORK_RULES } from './networkStandIn.js';

const ID = 'a'.repeat(32);
const TOPIC = 'b'.repeat(64);
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function relay(options: Partial<NetworkRelayOptions> = {}) {
  const made = await startNetworkRelay({ projectIds: [ID], ...options });
  ends.push(made.stop);
  return made;
}

/** The close code and reason of a handshake by a page. */
async function refusal(url: string, options: Parameters<typeof relayClient>[1]) {
  const client = await relayClient(url, { query: '&useOnCloseEvent=true', ...options });
  return client.closed;
}

describe('networkAdmission', () => {
  it('passes messages for its own project ids', async () => {
    const { url } = await relay();
    const client = await relayClient(url, { projectId: ID });
    ends.push(client.close);
    await client.call('irn_subscribe', { topic: TOPIC });
    const other = await relayClient(url, { projectId: ID });
    ends.push(other.close);
    await other.publish(TOPIC, 'sealed');
    expect((await client.delivered(1))[0]).toMatchObject({ topic: TOPIC, message: 'sealed' });
  });

  it('refuses with 3000 other ids, the ids of gateways, and tokens that are wrong, early or late', async () => {
    const { url, port } = await relay();
    const identity = relayIdentity();
    const now = Math.floor(Date.now() / 1_000);
    const late = NETWORK_RULES.clockTolerance + 10;
    const cases = [
      { projectId: DEVELOPMENT_PROJECT_ID },
      { projectId: 'c'.repeat(32) },
      { projectId: '' },
      { projectId: ID, token: '' },
      { projectId: ID, token: relayTokenOf(identity, 'wss://relay.other.example') },
      { projectId: ID, token: relayTokenOf(identity, `ws://127.0.0.1:${port}/relay`) },
      { projectId: ID, token: relayTokenOf(identity, url, { iat: now + late, exp: now + 86_400 }) },
      { projectId: ID, token: relayTokenOf(identity, url, { iat: now - 9_000, exp: now - late }) },
    ];
    for (const one of cases) expect((await refusal(url, one)).code, JSON.stringify(one)).toBe(3_000);
    const early = relayTokenOf(identity, url, { iat: now + late - 30, exp: now + 86_400 });
    const client = await relayClient(url, { projectId: ID, token: early });
    ends.push(client.close);
    expect(client.socket.readyState).toBe(1);
  });

  it('refuses pages of other origins than the project allows, and never those on this machine', async () => {
    const { url } = await relay({ origins: ['https://app.example'] });
    const evil = { projectId: ID, origin: 'https://evil.example' };
    expect(await refusal(url, evil)).toMatchObject({
      code: 3_000,
      reason: expect.stringContaining('origin'),
    });
    for (const origin of ['https://app.example', 'http://localhost:5173']) {
      const client = await relayClient(url, { projectId: ID, origin });
      ends.push(client.close);
      expect(client.socket.readyState).toBe(1);
    }
  });

  it('closes with 4008 a client that subscribes to nothing, and refuses too many handshakes with 1013', async () => {
    const { url } = await relay({ staleAfter: 30 });
    const idle = await relayClient(url, { projectId: ID });
    expect((await idle.closed).code).toBe(4_008);
    const busy = await relayClient(url, { projectId: ID });
    ends.push(busy.close);
    await busy.call('irn_subscribe', { topic: TOPIC });
    const codes = new Set<number>();
    await vi.waitFor(
      async () => {
        codes.add((await refusal(url, { projectId: 'x' })).code);
        expect(codes).toContain(1_013);
      },
      { timeout: 30_000, interval: 1 },
    );
    expect(busy.socket.readyState).toBe(1);
  });
});
