import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Config,
  hydrate,
  switchAccount,
  getAccount as wagmiAccount,
  disconnect as wagmiDisconnect,
} from '@wagmi/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connect } from '../core/connection/connect.js';
import { disconnect } from '../core/connection/disconnect.js';
import { switchConnection } from '../core/connection/switchConnection.js';
import { memoryStorage } from '../core/kernel/storage.js';
import type { Latchkit } from '../core/Latchkit.js';
import { startedKit } from '../core/testSupport/startedKit.test-support.js';
import { signMessage } from '../core/walletActions/signMessage.js';
import { CountingWindow } from '../testing/CountingWindow.test-support.js';
import { createFakeWallet, type FakeWallet } from '../testing/createFakeWallet.js';
import { evm } from './evm.js';
import { hostedPage } from './hostedPage.test-support.js';

const page = hostedPage();
const IDS = ['wallet.one', 'wallet.two', 'wallet.three'] as const;

let wallets: Readonly<Record<string, FakeWallet>>;
let kits: Latchkit[] = [];

beforeEach(() => {
  const chains = { 31337: page.chainA.url, 31338: page.chainB.url };
  wallets = Object.fromEntries(IDS.map(rdns => [rdns, createFakeWallet({ chains, rdns, name: rdns })]));
});
afterEach(() => {
  for (const kit of kits) kit.destroy();
  kits = [];
});

interface Visit {
  readonly storage?: ReturnType<typeof memoryStorage>;
  readonly kept?: Map<string, string>;
  /** Ids of the wallets in the page. */
  readonly here?: readonly string[];
}

/** A visit: the wallets announce themselves, and Latchkit starts on wagmi's or its own configuration. */
function visit(hosted: boolean, { storage = memoryStorage(), kept = new Map(), here = IDS }: Visit = {}) {
  for (const kit of kits) kit.destroy();
  vi.stubGlobal('window', new CountingWindow());
  for (const id of here) wallets[id]?.announce();
  const config = hosted ? page.wagmi(kept) : undefined;
  const { kit } = startedKit({
    networks: page.networks,
    adapters: [evm({ wagmiConfig: config })],
    features: { multiWallet: true },
    storage,
  });
  kits.push(kit);
  const held = () => kit.store.getState().connections.map(one => one.connectorId);
  const lead = () => kit.store.getState().namespaces.eip155?.connection;
  return { kit, config, storage, kept, held, lead };
}

/** Connects these wallets, one after the other. */
async function connected(hosted: boolean, order: readonly string[] = IDS) {
  const made = visit(hosted);
  for (const connectorId of order) await connect(made.kit, { connectorId });
  return made;
}

const currentId = (config: Config | undefined) =>
  config?.state.connections.get(config.state.current ?? '')?.connector.id;
const prompts = () =>
  Object.values(wallets).flatMap(({ calls }) =>
    calls.filter(({ method }) => method === 'eth_requestAccounts'),
  );

describe.each([
  ["wagmi's own configuration of the host", true],
  ['no configuration of the host', false],
] as const)('several EVM wallets with %s', (_, hosted) => {
  it('are connected at the same time, sign separately, and wagmi knows the active one [CAP-13]', async () => {
    const { kit, config, held } = await connected(hosted);
    expect(held()).toEqual(['wallet.three', 'wallet.two', 'wallet.one']);
    if (config) expect(currentId(config)).toBe('wallet.three');
    for (const connectorId of IDS) {
      await switchConnection(kit, { connectorId, namespace: 'eip155' });
      if (config) expect(currentId(config)).toBe(connectorId);
      const before = wallets[connectorId]?.calls.length ?? 0;
      expect(await signMessage(kit, { message: 'hello' })).toMatch(/^0x/);
      const asked = wallets[connectorId]?.calls.slice(before).map(({ method }) => method);
      expect(asked).toContain('personal_sign');
    }
    expect(prompts()).toHaveLength(3);
  });

  it('each follow their own wallet, and the network is that of the active one', async () => {
    const { kit, lead } = await connected(hosted, ['wallet.one', 'wallet.two']);
    const [, other = ''] = (await wallets['wallet.one']?.addresses()) ?? [];
    wallets['wallet.one']?.changeAccounts([other]);
    wallets['wallet.one']?.changeChain(31338);
    const first = () => kit.store.getState().connections.find(one => one.connectorId === 'wallet.one');
    await expect
      .poll(first)
      .toMatchObject({ accounts: [{ address: other }], caipNetwork: { caipNetworkId: 'eip155:31338' } });
    expect(lead()).toMatchObject({ connectorId: 'wallet.two', chainId: 'eip155:31337' });
    await switchConnection(kit, { connectorId: 'wallet.one' });
    expect(kit.store.getState().namespaces.eip155).toMatchObject({
      network: { caipNetworkId: 'eip155:31338' },
      account: { address: other },
    });
  });

  it('are restored after a reload in order, without a prompt [STATE-07]', async () => {
    const first = await connected(hosted);
    await switchConnection(first.kit, { connectorId: 'wallet.two' });
    const asked = prompts().length;
    const { config, held } = visit(hosted, first);
    // A host that uses wagmi restores its connections too.
    if (config) await hydrate(config, { reconnectOnMount: true }).onMount();
    await expect.poll(held).toEqual(['wallet.two', 'wallet.three', 'wallet.one']);
    await sleep(20);
    expect(held()).toEqual(['wallet.two', 'wallet.three', 'wallet.one']);
    if (config) expect(currentId(config)).toBe('wallet.two');
    expect(prompts()).toHaveLength(asked);
  });

  it('end one by one: by Latchkit, by the wallet, and the one used last goes on [CAP-13]', async () => {
    const { kit, config, held } = await connected(hosted);
    await disconnect(kit, { connectorId: 'wallet.three', namespace: 'eip155' });
    expect(held()).toEqual(['wallet.two', 'wallet.one']);
    if (config) expect(currentId(config)).toBe('wallet.two');
    // wagmi's own connector keeps listening for a wallet that connects without being asked.
    if (!config) expect(wallets['wallet.three']?.listenerCount()).toBe(0);
    wallets['wallet.two']?.disconnect();
    await expect.poll(held).toEqual(['wallet.one']);
    if (config) await expect.poll(() => currentId(config)).toBe('wallet.one');
    expect(await signMessage(kit, { message: 'still here' })).toMatch(/^0x/);
    await disconnect(kit);
    expect(held()).toEqual([]);
    if (config) expect(config.state.status).toBe('disconnected');
  });

  it('activate the one used last when the wallet ends the active one', async () => {
    const { kit, config, held } = await connected(hosted);
    await switchConnection(kit, { connectorId: 'wallet.one' });
    wallets['wallet.one']?.disconnect();
    await expect.poll(held).toEqual(['wallet.three', 'wallet.two']);
    await sleep(10);
    expect(held()).toEqual(['wallet.three', 'wallet.two']);
    if (config) expect(currentId(config)).toBe('wallet.three');
  });

  it('stay connected when a further wallet refuses', async () => {
    const { kit, config, held } = await connected(hosted, ['wallet.one', 'wallet.two']);
    wallets['wallet.three']?.faults.set({ reject: true });
    await expect(connect(kit, { connectorId: 'wallet.three' })).rejects.toMatchObject({
      code: 'CONNECTION_REJECTED',
    });
    expect(held()).toEqual(['wallet.two', 'wallet.one']);
    if (config) expect(currentId(config)).toBe('wallet.two');
    else expect(wallets['wallet.three']?.listenerCount()).toBe(0);
  });

  it('restore one that is announced later in addition to the others', async () => {
    const first = await connected(hosted, ['wallet.one', 'wallet.two']);
    const { held } = visit(hosted, { ...first, here: ['wallet.two'] });
    await expect.poll(held).toEqual(['wallet.two']);
    wallets['wallet.one']?.announce();
    await expect.poll(held).toEqual(['wallet.two', 'wallet.one']);
  });

  it('restore one that is announced after its time limit [STATE-09]', async () => {
    const first = await connected(hosted, ['wallet.one']);
    const { held, lead } = visit(hosted, { ...first, here: [] });
    expect(lead()?.status).toBe('reconnecting');
    await expect.poll(() => lead()?.status).toBe('disconnected');
    wallets['wallet.one']?.announce();
    await expect.poll(held).toEqual(['wallet.one']);
    expect(prompts()).toHaveLength(1);
  });

  it('switch to another account of a wallet without asking it', async () => {
    const { kit, config, lead } = await connected(hosted, ['wallet.one']);
    const [one = '', two = ''] = (await wallets['wallet.one']?.addresses()) ?? [];
    wallets['wallet.one']?.changeAccounts([one, two]);
    await expect.poll(lead).toMatchObject({ accounts: [one, two] });
    const asked = wallets['wallet.one']?.calls.length;
    await switchConnection(kit, { connectorId: 'wallet.one', address: two });
    expect(lead()).toMatchObject({ accounts: [two, one] });
    if (config) expect(wagmiAccount(config).address).toBe(two);
    expect(wallets['wallet.one']?.calls.length).toBe(asked);
    wallets['wallet.one']?.changeChain(31338);
    await expect.poll(lead).toMatchObject({ accounts: [two, one], chainId: 'eip155:31338' });
  });
});

describe("several EVM wallets beside wagmi's own hooks", () => {
  const hostsConfig = (config: Config | undefined): Config => {
    if (!config) throw new Error('no configuration');
    return config;
  };
  const connectorOf = (config: Config, id: string) => {
    const found = [...config.state.connections.values()].find(one => one.connector.id === id);
    if (!found) throw new Error(`${id} is not connected`);
    return found.connector;
  };

  it("follow the host's useSwitchAccount", async () => {
    const { config: made, held } = await connected(true);
    const config = hostsConfig(made);
    await switchAccount(config, { connector: connectorOf(config, 'wallet.one') });
    await expect.poll(held).toEqual(['wallet.one', 'wallet.three', 'wallet.two']);
    expect(wagmiAccount(config)).toMatchObject({ isConnected: true, connector: { id: 'wallet.one' } });
  });

  it("follow the host's useDisconnect of any one of them", async () => {
    const { config: made, held } = await connected(true);
    const config = hostsConfig(made);
    await wagmiDisconnect(config, { connector: connectorOf(config, 'wallet.two') });
    await expect.poll(held).toEqual(['wallet.three', 'wallet.one']);
    await wagmiDisconnect(config);
    await expect.poll(held).toEqual(['wallet.one']);
    expect(currentId(config)).toBe('wallet.one');
  });
});
