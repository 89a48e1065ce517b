import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { type IWalletKit, WalletKit } from '@reown/walletkit';
import { Core } from '@walletconnect/core';
import { SignClient } from '@walletconnect/sign-client';
import { afterEach, describe, expect, it } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { metricOf } from '../../../test/relay/relaySuite.js';
import { startRelay, type TestRelay, type TestRelayOptions } from '../../../test/relay/startRelay.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import { migrate } from '../../platform/migrate.js';
import { migrations } from '../migrations.js';
import { DEVELOPMENT_PROJECT_ID } from '../projects/developmentProject.js';
import { databaseMailbox } from './mailbox/databaseMailbox.js';

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const WAIT = { timeout: 60_000 };
const METADATA = { name: 'Test', description: 'A test', url: 'https://test.example', icons: [] };
const eip155 = {
  chains: ['eip155:1'],
  methods: ['personal_sign', 'eth_sendTransaction'],
  events: ['chainChanged', 'accountsChanged'],
};

type Dapp = Awaited<ReturnType<typeof SignClient.init>>;

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Two clients in one process need separate key storage. */
const place = (relayUrl: string) => ({
  projectId: DEVELOPMENT_PROJECT_ID,
  relayUrl,
  customStoragePrefix: randomUUID(),
  storageOptions: { database: ':memory:' },
  telemetryEnabled: false,
  logger: 'silent',
});

/** Casts the options: the client's types disagree on which are optional. */
const coreOf = (relayUrl: string) =>
  new Core(place(relayUrl)) as unknown as Parameters<typeof WalletKit.init>[0]['core'];

async function peers(relayUrl: string): Promise<{ dapp: Dapp; wallet: IWalletKit }> {
  const [dapp, wallet] = await Promise.all([
    SignClient.init({ ...place(relayUrl), metadata: METADATA }),
    WalletKit.init({ core: coreOf(relayUrl), metadata: { ...METADATA, name: 'Wallet' } }),
  ]);
  ends.push(async () => {
    for (const { heartbeat, relayer } of [dapp.core, wallet.core]) {
      heartbeat.stop();
      await relayer.transportClose();
    }
  });
  return { dapp, wallet };
}

async function start(options?: TestRelayOptions): Promise<TestRelay> {
  const relay = await startRelay(options);
  ends.push(() => relay.stop());
  return relay;
}

async function settle(dapp: Dapp, wallet: IWalletKit) {
  const { uri = '', approval } = await dapp.connect({ optionalNamespaces: { eip155 } });
  const proposed = new Promise<{ id: number }>(resolve => wallet.once('session_proposal', resolve));
  await wallet.pair({ uri });
  const { id } = await proposed;
  const namespaces = { eip155: { ...eip155, accounts: [`eip155:1:${ADDRESS}`] } };
  const [session] = await Promise.all([approval(), wallet.approveSession({ id, namespaces })]);
  return session;
}

describe('the relay between Apache-2.0 clients', () => {
  it('carries a session from pairing to disconnection', async () => {
    const relay = await start();
    const { dapp, wallet } = await peers(relay.url);
    const { topic, namespaces } = await settle(dapp, wallet);
    expect(namespaces.eip155?.accounts).toEqual([`eip155:1:${ADDRESS}`]);

    wallet.on('session_request', async ({ topic, id, params }) => {
      const result = `signed ${params.request.params[0]}`;
      await wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result } });
    });
    for (const text of ['0xaa', '0xbb', '0xcc']) {
      const request = { method: 'personal_sign', params: [text, ADDRESS] };
      expect(await dapp.request({ topic, chainId: 'eip155:1', request })).toBe(`signed ${text}`);
    }

    const events = new EventEmitter();
    dapp.on('session_event', event => events.emit('event', event.params.event));
    const heard = awaitedLater(once(events, 'event'));
    const event = { name: 'accountsChanged', data: [ADDRESS] };
    await wallet.emitSessionEvent({ topic, event, chainId: 'eip155:1' });
    expect(await heard).toEqual([event]);

    await dapp.ping({ topic });
    const deleted = new Promise(resolve => wallet.once('session_delete', resolve));
    await dapp.disconnect({ topic, reason: { code: 6000, message: 'Done' } });
    expect(await deleted).toMatchObject({ topic });
    expect(relay.errors).toEqual([]);
  });

  it('delivers a request, and its response, after the relay was killed and restarted', async () => {
    const database = await openTestDatabase();
    await migrate(database, migrations);
    ends.push(() => database.close());
    const first = await start({ mailbox: databaseMailbox(database) });
    const { dapp, wallet } = await peers(first.url);
    const { topic } = await settle(dapp, wallet);

    await dapp.ping({ topic });
    await expect.poll(() => metricOf(first, 'mailbox_depth'), WAIT).toBe(0);
    // The wallet is offline while the request is sent, and the relay is killed with the request in its mailbox.
    await wallet.core.relayer.transportClose();
    const request = { method: 'personal_sign', params: ['0xaa', ADDRESS] };
    const answer = awaitedLater(dapp.request({ topic, chainId: 'eip155:1', request }));
    await expect.poll(() => metricOf(first, 'mailbox_depth'), WAIT).toBe(1);
    await first.kill();

    const second = await start({ port: first.port, mailbox: databaseMailbox(database) });
    wallet.on('session_request', async ({ topic, id }) => {
      await wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result: 'signed' } });
    });
    await Promise.all([dapp.core.relayer.restartTransport(), wallet.core.relayer.transportOpen()]);
    expect(await answer).toBe('signed');
    expect([first.errors, second.errors]).toEqual([[], []]);
  });
});
