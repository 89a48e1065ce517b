import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAppClient, createWalletClient, viemConnector } from '@farcaster/auth-client';
import { createAdaptorServer, type ServerType } from '@hono/node-server';
import {
  completeFarcasterChannelCall,
  openFarcasterChannelCall,
  readFarcasterChannelCall,
} from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { passTime } from '../../../test/passTime.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway } from '../createGateway.js';

const KEY = 'a key that relay and wallet share: 32';
const CLIENT_URL = 'https://wallet.example/siwf?app=1';
const ASKED = { siweUri: 'https://shop.example/login', domain: 'shop.example' };
const SIGNED = {
  message: 'shop.example wants you to sign in',
  signature: '0x1234' as const,
  fid: 4_242,
  username: 'ada',
  displayName: 'Ada',
  bio: '',
  pfpUrl: 'https://pictures.example/ada.png',
};

let database: Database;
let gateway: Gateway;
let server: ServerType;
let relay: string;
beforeAll(async () => {
  database = await openTestDatabase();
  gateway = await createGateway({ database, farcaster: { clientUrl: CLIENT_URL, key: KEY } });
  server = createAdaptorServer({ fetch: gateway.app.fetch, overrideGlobalObjects: false });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  relay = `http://127.0.0.1:${(server.address() as AddressInfo).port}/farcaster`;
});
afterAll(async () => {
  server.close();
  await gateway.close();
  await database.close();
});
afterEach(() => {
  vi.useRealTimers();
});

// Neither end reads the chain in these tests.
const ethereum = viemConnector({ rpcUrl: 'http://127.0.0.1:1' });
const app = () => createAppClient({ relay, ethereum });
const wallet = () => createWalletClient({ relay, ethereum });

const call = (path: string, init: RequestInit = {}) => gateway.app.request(path, init);
const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  call(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
const codeOf = async (response: Response) => {
  const { error } = await response.json();
  return `${response.status} ${error.code}`;
};

async function openChannel(): Promise<string> {
  const response = await post(openFarcasterChannelCall.path, ASKED);
  const { channelToken } = openFarcasterChannelCall.response.parse(await response.json());
  return channelToken;
}

const read = (token: string) =>
  call(readFarcasterChannelCall.path, { headers: { authorization: `Bearer ${token}` } });
const complete = (token: string, key = KEY) =>
  post(completeFarcasterChannelCall.path, SIGNED, {
    authorization: `Bearer ${token}`,
    'x-farcaster-auth-relay-key': key,
  });

describe('farcasterCalls', () => {
  it("pass a signed message from Farcaster's wallet client to its app client", async () => {
    const expirationTime = new Date(Date.now() + 300_000).toISOString();
    const opened = await app().createChannel({ ...ASKED, expirationTime });
    expect(opened.response?.status).toBe(201);
    const { url = '', channelToken = '', nonce } = opened.data ?? {};
    expect(new URL(url).origin + new URL(url).pathname).toBe('https://wallet.example/siwf');
    expect(new URL(url).searchParams.get('app')).toBe('1');
    expect(wallet().parseSignInURI({ uri: url })).toMatchObject({ channelToken });
    const pending = await app().status({ channelToken });
    expect(pending.response?.status).toBe(202);
    expect(pending.data).toMatchObject({
      state: 'pending',
      nonce,
      signatureParams: { ...ASKED, expirationTime, nonce },
      metadata: { ip: '', userAgent: '' },
    });
    const watched = awaitedLater(app().watchStatus({ channelToken, interval: 20, timeout: 30_000 }));
    const sent = await wallet().authenticate({ ...SIGNED, channelToken, authKey: KEY });
    expect(sent.response?.status).toBe(201);
    const done = await watched;
    expect(done.response?.status).toBe(200);
    expect(done.data).toMatchObject({ state: 'completed', nonce, ...SIGNED });
  });

  it('give the result of a channel to one of many readers', async () => {
    const token = await openChannel();
    await complete(token);
    const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await read(token)).status));
    expect(statuses.sort()).toEqual([200, 401, 401, 401, 401]);
    expect(await codeOf(await read(token))).toBe('401 CHANNEL_NOT_FOUND');
  });

  it('take one of many signed messages', async () => {
    const token = await openChannel();
    const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await complete(token)).status));
    expect(statuses.sort()).toEqual([201, 401, 401, 401, 401]);
  });

  it("take no message without the relay's key, and none for a channel that does not exist", async () => {
    const token = await openChannel();
    expect(await codeOf(await complete(token, 'another'))).toBe('401 RELAY_KEY_INVALID');
    expect(await codeOf(await complete(token, ''))).toBe('401 RELAY_KEY_INVALID');
    expect(await codeOf(await complete(`${token}x`))).toBe('401 CHANNEL_NOT_FOUND');
    expect(await codeOf(await call(readFarcasterChannelCall.path))).toBe('401 INVALID_TOKEN');
    expect((await read(token)).status).toBe(202);
  });

  it('end a channel after five minutes, also a completed one', async () => {
    const [pending, completed] = [await openChannel(), await openChannel()];
    passTime(299_000);
    expect((await read(pending)).status).toBe(202);
    expect((await complete(completed)).status).toBe(201);
    passTime(2_000);
    for (const token of [pending, completed]) {
      expect(await codeOf(await read(token))).toBe('401 CHANNEL_NOT_FOUND');
    }
    expect(await codeOf(await complete(pending))).toBe('401 CHANNEL_NOT_FOUND');
  });

  it('are not served without a wallet app', async () => {
    const without = await createGateway({ database });
    const response = await without.app.request(openFarcasterChannelCall.path, { method: 'POST' });
    expect(response.status).toBe(404);
    await without.close();
  });
});
