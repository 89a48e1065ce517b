import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { base58 } from '@scure/base';
import { RELAY_PROTOCOL, TOKEN_PROTOCOL } from 'latchkit/protocol';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import {
  type RelayClientOptions,
  relayAddress,
  relayIdentity,
  relayTokenOf,
} from '../../../test/relay/relayClient.js';
import { metricOf, relaySuite } from '../../../test/relay/relaySuite.js';
import type { TestRelay } from '../../../test/relay/startRelay.js';
import { memoryCache } from '../../platform/adapters/memory/memoryCache.js';
import { callerAddress } from '../../platform/http/clientAddress.js';
import { rateLimiter } from '../../platform/http/rateLimiter.js';
import type { Project } from '../projects/store.js';
import { CLOCK_TOLERANCE } from './relayToken.js';

const { start, connect } = relaySuite();
const identity = relayIdentity();
const seconds = () => Math.floor(Date.now() / 1_000);

const shop: Project = {
  id: 'shop',
  name: 'Shop',
  features: {},
  allowedOrigins: ['https://shop.example'],
  trustedOrigins: [],
  isAnalyticsEnabled: true,
  wallets: [],
  smartAccounts: { hostPaymasters: false, permissions: { enabled: false, functions: [], approved: [] } },
};

/** Requests a socket and returns the status and code of the rejection. */
async function refusedBy(relay: TestRelay, options: RelayClientOptions & { header?: string } = {}) {
  const { origin, header } = options;
  const headers = {
    ...(origin === undefined ? {} : { Origin: origin }),
    ...(header === undefined ? {} : { Authorization: header }),
  };
  const socket = new WebSocket(relayAddress(relay.url, identity, options), { headers });
  socket.on('error', () => {});
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  const { error } = JSON.parse(Buffer.concat(parts).toString()) as { error: { code: string } };
  return { status: response.statusCode, code: error.code, retryAfter: response.headers['retry-after'] };
}

/** The same for a client that requests a close frame instead of a status, as pages do. */
async function closedBy(relay: TestRelay, options: RelayClientOptions = {}) {
  const client = await connect(relay, { ...options, identity, query: '&useOnCloseEvent=true' });
  return client.closed;
}

/** A token for the identity point, whose signature (the identity and zero) is valid for any text. */
function forgedToken(own: string): string {
  const text = base58.encode(Uint8Array.from([0xed, 0x01, 0x01, ...Buffer.alloc(31)]));
  const token = relayTokenOf(identity, own, { iss: `did:key:z${text}` });
  const signature = Buffer.concat([Buffer.from([1]), Buffer.alloc(63)]).toString('base64url');
  return `${token.slice(0, token.lastIndexOf('.'))}.${signature}`;
}

describe('the token of a handshake (ERR-22)', () => {
  const url = 'ws://127.0.0.1:1/relay';
  const cases: readonly (readonly [string, string, (own: string) => string])[] = [
    ['no token', 'JWT_MISSING', () => ''],
    ['text that is not a token', 'JWT_MALFORMED', () => 'a.b'],
    ['four parts', 'JWT_MALFORMED', own => `${relayTokenOf(identity, own)}.x`],
    [
      'a token that is too long',
      'JWT_MALFORMED',
      own => relayTokenOf(identity, own, { more: 'x'.repeat(2_000) }),
    ],
    ['no algorithm', 'JWT_MALFORMED', own => relayTokenOf(identity, own, {}, { alg: 'none' })],
    ['another algorithm', 'JWT_MALFORMED', own => relayTokenOf(identity, own, {}, { alg: 'HS256' })],
    ['no subject', 'JWT_MALFORMED', own => relayTokenOf(identity, own, { sub: '' })],
    [
      'an issuer that is not a key',
      'JWT_MALFORMED',
      own => relayTokenOf(identity, own, { iss: 'did:key:z6Mk0' }),
    ],
    ['a key that accepts forged signatures', 'JWT_MALFORMED', forgedToken],
    ['another issuer', 'JWT_BAD_SIGNATURE', own => relayTokenOf(identity, own, { iss: relayIdentity().did })],
    ['a cut signature', 'JWT_BAD_SIGNATURE', own => relayTokenOf(identity, own).slice(0, -4)],
    ['another relay', 'JWT_WRONG_AUDIENCE', () => relayTokenOf(identity, url)],
    ['another path', 'JWT_WRONG_AUDIENCE', own => relayTokenOf(identity, `${own}/x`)],
    ['another scheme', 'JWT_WRONG_AUDIENCE', own => relayTokenOf(identity, own.replace('ws:', 'ftp:'))],
    [
      'an expired token',
      'JWT_EXPIRED',
      own => relayTokenOf(identity, own, { iat: seconds() - 9_000, exp: seconds() - CLOCK_TOLERANCE - 5 }),
    ],
    [
      'a token that was never valid',
      'JWT_EXPIRED',
      own => relayTokenOf(identity, own, { iat: seconds() + 60, exp: seconds() + 60 }),
    ],
    [
      'a token from the future',
      'JWT_NOT_YET_VALID',
      own => relayTokenOf(identity, own, { iat: seconds() + CLOCK_TOLERANCE + 60 }),
    ],
  ];

  it.each(cases)('refuses %s with 401, or closes with 3000: %s', async (_, code, make) => {
    const relay = await start();
    const token = make(relay.url);
    expect(await refusedBy(relay, { token })).toMatchObject({ status: 401, code });
    const { code: closeCode, reason } = await closedBy(relay, { token });
    expect(closeCode).toBe(3000);
    expect(reason).toMatch(new RegExp(`^${code}: .{10,}`));
    expect(await metricOf(relay, `refused_total{reason="${code}"}`)).toBe(2);
    expect(relay.relay.socketCount).toBe(0);
  });

  it.each([-300, 300])('allows a clock that is %i seconds off', async skew => {
    const relay = await start();
    const iat = seconds() + skew;
    // Even a token that is valid for one second only, by a clock that is behind.
    for (const exp of [iat + 1, iat + 86_400]) {
      const client = await connect(relay, { token: relayTokenOf(identity, relay.url, { iat, exp }) });
      expect(await client.call('irn_batchUnsubscribe', { subscriptions: [] })).toBe(true);
    }
  });

  it('accepts it as a protocol of the socket, which is in no URL, and does not repeat it (RW-01)', async () => {
    const { url: own } = await start();
    const open = async (token: string) => {
      const socket = new WebSocket(`${own}?projectId=${'0'.repeat(32)}&useOnCloseEvent=true`, [
        RELAY_PROTOCOL,
        TOKEN_PROTOCOL + token,
      ]);
      const closed = new Promise<string>(resolve =>
        socket.once('close', (_, reason) => resolve(`${reason}`)),
      );
      await new Promise(resolve => socket.once('open', resolve).once('close', resolve));
      return { socket, closed };
    };
    const { socket, closed } = await open(relayTokenOf(identity, own));
    socket.send(
      JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'irn_subscribe', params: { topic: 'a'.repeat(64) } }),
    );
    await new Promise(resolve => socket.once('message', resolve));
    expect(socket.protocol).toBe(RELAY_PROTOCOL);
    socket.close();
    await closed;
    const wrong = await open(relayTokenOf(identity, url));
    expect(await wrong.closed).toMatch(/^JWT_WRONG_AUDIENCE/);
  });

  it('accepts it as a bearer token, and the action that the specification names', async () => {
    const relay = await start();
    const token = relayTokenOf(identity, relay.url, { act: 'client_auth' });
    const socket = new WebSocket(`${relay.url}?projectId=${'0'.repeat(32)}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    await once(socket, 'open');
    socket.terminate();
    const other = relayTokenOf(identity, relay.url, { act: 'other' });
    expect(await refusedBy(relay, { header: `Bearer ${other}` })).toMatchObject({ code: 'JWT_MALFORMED' });
  });

  it('accepts tokens for its public addresses only, whatever host a request names', async () => {
    const addresses = ['wss://relay.example/relay', 'wss://two.example/relay/'];
    const relay = await start({ addresses });
    for (const audience of [
      'wss://relay.example/relay',
      'https://relay.example/relay/',
      'wss://two.example/relay',
    ]) {
      const client = await connect(relay, { token: relayTokenOf(identity, audience) });
      expect(client.socket.readyState).toBe(client.socket.OPEN);
    }
    const refused = { status: 401, code: 'JWT_WRONG_AUDIENCE' };
    for (const audience of [relay.url, 'wss://relay.example/other', 'wss://evil.example/relay']) {
      expect(await refusedBy(relay, { token: relayTokenOf(identity, audience) })).toMatchObject(refused);
    }
  });
});

describe('the project of a handshake', () => {
  it.each([
    ['unknown', { projectId: 'other' }, 404, 'PROJECT_NOT_FOUND'],
    ['missing', { projectId: '' }, 400, 'INVALID_QUERY'],
    ['SQL', { projectId: "'%20or%201=1" }, 400, 'INVALID_QUERY'],
    [
      'not open to this origin',
      { projectId: 'shop', origin: 'https://evil.example' },
      403,
      'ORIGIN_NOT_ALLOWED',
    ],
  ])('is refused when it is %s, as in HTTP', async (_, options, status, code) => {
    const relay = await start({ projects: [shop] });
    expect(await refusedBy(relay, options)).toMatchObject({ status, code });
    expect(await closedBy(relay, options)).toEqual({
      code: 3003,
      reason: expect.stringMatching(`^${code}: `),
    });
  });

  it('serves the pages of the project, and apps, which have no origin', async () => {
    const relay = await start({ projects: [shop] });
    for (const options of [{ origin: 'https://shop.example' }, {}]) {
      const client = await connect(relay, { projectId: 'shop', ...options });
      expect(client.socket.readyState).toBe(client.socket.OPEN);
    }
  });
});

describe('floods of handshakes', () => {
  it('are refused above the sockets of an address, until one of them closes', async () => {
    const relay = await start({ limits: { socketsPerAddress: 2 } });
    const [first] = await Promise.all([connect(relay), connect(relay)]);
    expect(await refusedBy(relay)).toMatchObject({ status: 429, code: 'TOO_MANY_SOCKETS' });
    expect(await closedBy(relay)).toMatchObject({ code: 4029 });
    await first?.close();
    await expect.poll(async () => (await connect(relay)).socket.readyState).toBe(WebSocket.OPEN);
  });

  it('are counted by the address that a trusted proxy reports', async () => {
    const relay = await start({ limits: { socketsPerAddress: 1 }, address: callerAddress(['loopback']) });
    const open = async (from: string) => {
      const headers = { 'X-Forwarded-For': from };
      const socket = new WebSocket(relayAddress(relay.url, identity), { headers });
      socket.on('error', () => {});
      return Promise.race([
        once(socket, 'open').then(() => 'open'),
        once(socket, 'unexpected-response').then(() => 'refused'),
      ]);
    };
    expect([await open('192.0.2.1'), await open('192.0.2.2'), await open('192.0.2.1')]).toEqual([
      'open',
      'open',
      'refused',
    ]);
  });

  it('are refused above the sockets of the process', async () => {
    const relay = await start({ limits: { sockets: 1 } });
    await connect(relay);
    expect(await refusedBy(relay)).toMatchObject({ status: 503, code: 'OVERLOADED' });
    expect(await closedBy(relay)).toMatchObject({ code: 1013 });
  });

  it('count against the request limit of their address', async () => {
    const limiter = rateLimiter(memoryCache(), { refused: () => {}, degraded: () => {} });
    const relay = await start({ limiter, perAddress: 2 });
    await Promise.all([connect(relay), connect(relay)]);
    expect(await refusedBy(relay)).toMatchObject({ status: 429, code: 'RATE_LIMITED', retryAfter: '60' });
  });

  it('leak nothing after a thousand of them without a token', async () => {
    const relay = await start({ limits: { socketsPerAddress: 50 } });
    const outcomes = new Map<number | undefined, number>();
    const knock = async () => {
      const socket = new WebSocket(`${relay.url}?projectId=x`);
      socket.on('error', () => {});
      const [, { statusCode }] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
      outcomes.set(statusCode, (outcomes.get(statusCode) ?? 0) + 1);
      socket.terminate();
    };
    for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 100 }, knock));
    const answered = (outcomes.get(401) ?? 0) + (outcomes.get(429) ?? 0);
    expect([answered, [...outcomes.values()].reduce((sum, count) => sum + count)]).toEqual([1_000, 1_000]);
    expect(relay.relay.socketCount).toBe(0);
    // A client with a token is admitted once they are closed.
    await expect
      .poll(async () => (await connect(relay, { identity })).socket.readyState)
      .toBe(WebSocket.OPEN);
  });
});
