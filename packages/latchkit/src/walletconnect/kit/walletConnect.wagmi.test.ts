// @vitest-environment jsdom

import {
  connect as connectWagmi,
  createConfig,
  disconnect as disconnectWagmi,
  getAccount,
} from '@wagmi/core';
import { http } from 'viem';
import { mainnet as viemMainnet } from 'viem/chains';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { connect, discoverWallets } from '../../core/index.js';
import { untilState } from '../../core/testSupport/untilState.test-support.js';
import { evm } from '../../evm/index.js';
import { mainnet } from '../../networks/index.js';
import { testOptions } from '../interop/ourPeers.test-support.js';
import { evmAccount } from '../interop/walletKeys.test-support.js';
import { createUniversalProvider } from '../provider/createUniversalProvider.js';
import { wagmiConnector } from '../provider/wagmiConnector.js';
import { createKitWorld, type KitWorld } from './kitWorld.test-support.js';

let world: KitWorld;
beforeEach(async () => {
  world = await createKitWorld();
});
const ends: (() => void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) end();
  await world.end();
});

/** A wagmi configuration with the host's own WalletConnect connector, and that connector's provider. */
function hostWithWalletConnect() {
  const theirs = createUniversalProvider(testOptions(world.relay.url, 'Host'));
  ends.push(theirs.close);
  const config = createConfig({
    chains: [viemMainnet],
    connectors: [wagmiConnector({ provider: theirs })],
    transports: { [viemMainnet.id]: http('http://127.0.0.1:9') },
    storage: null,
  });
  return { config, theirs };
}

describe("walletConnect beside the host's own wagmi", () => {
  it("keeps the host's own WalletConnect connector working, separate from Latchkit's", async () => {
    const { config, theirs } = hostWithWalletConnect();
    const first = world.wallet('First');
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    onTestFinished(() => warned.mockRestore());
    const kit = world.kit({ adapters: [evm({ wagmiConfig: config })], networks: [mainnet] });
    await discoverWallets(kit);
    await expect
      .poll(() => warned.mock.calls.flat().join())
      .toContain('WalletConnect connector of your wagmi');
    expect(kit.store.getState().connectors).toMatchObject([{ id: 'walletConnect', type: 'WALLET_CONNECT' }]);
    theirs.on('display_uri', uri => void first.client.pair(uri).catch(() => {}));
    const [connector] = config.connectors;
    if (!connector) return expect.fail();
    await connectWagmi(config, { connector });
    const { connections } = await untilState(kit, state => state.connections.length === 1);
    expect(connections[0]?.connectorId).toBe('walletConnect#wagmi');
    // Latchkit's connector has a separate session, which wagmi's hooks can see.
    const second = world.wallet('Second');
    const connecting = awaitedLater(connect(kit, { connectorId: 'walletConnect' }));
    await second.scan(kit);
    expect((await connecting).accounts).toEqual([evmAccount.address]);
    expect(getAccount(config)).toMatchObject({ status: 'connected', address: evmAccount.address });
    expect(kit.store.getState().connections.map(({ connectorId }) => connectorId)).toEqual(['walletConnect']);
    expect(first.client.sessions()).toHaveLength(1);
    await disconnectWagmi(config);
    await untilState(kit, state => state.connections.length === 0);
    await expect.poll(() => second.client.sessions()).toEqual([]);
    expect(theirs.session).toBeDefined();
  });

  it("lists and connects the host's own WalletConnect connector when Latchkit has none", async () => {
    const { config, theirs } = hostWithWalletConnect();
    const wallet = world.wallet('First');
    theirs.on('display_uri', uri => void wallet.client.pair(uri).catch(() => {}));
    const adapters = [evm({ wagmiConfig: config })];
    const kit = world.kit({ adapters, networks: [mainnet], walletConnect: undefined });
    await discoverWallets(kit);
    const { connectors } = await untilState(kit, state => state.connectors.length > 0);
    expect(connectors).toMatchObject([{ id: 'walletConnect', type: 'EXTERNAL', name: 'WalletConnect' }]);
    expect((await connect(kit, { connectorId: 'walletConnect' })).accounts).toEqual([evmAccount.address]);
    expect(getAccount(config)).toMatchObject({ status: 'connected', address: evmAccount.address });
  });
});
