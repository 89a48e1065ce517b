import {
  connect,
  createConfig,
  disconnect,
  getAccount,
  reconnect,
  sendTransaction,
  signMessage,
  switchChain,
  waitForTransactionReceipt,
} from '@wagmi/core';
import { defineChain, http, recoverMessageAddress } from 'viem';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startRelay } from '../../../../gateway/test/relay/startRelay.js';
import { memoryStorage } from '../../core/kernel/storage.js';
import { toViemChain } from '../../evm/chain/toViemChain.js';
import { mainnet, polygon } from '../../networks/networks.js';
import { PUBLIC_RPC_URLS } from '../../protocol/publicRpcUrls.js';
import { startAnvil } from '../../testing/startAnvil.test-support.js';
import { ourWallet, testOptions } from '../interop/ourPeers.test-support.js';
import { evmAccount, walletKeys } from '../interop/walletKeys.test-support.js';
import { createUniversalProvider } from './createUniversalProvider.js';
import { createProviderWorld, evmNamespaces } from './provider.test-support.js';
import { wagmiConnector } from './wagmiConnector.js';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const chainOf = (id: number, url: string) =>
  defineChain({
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  });

describe('wagmiConnector', () => {
  it('connects, signs, sends, switches, reconnects and disconnects through wagmi', async () => {
    const [relay, anvil] = await Promise.all([startRelay(), startAnvil(31_337)]);
    ends.push(relay.stop, anvil.stop);
    const wallet = await ourWallet(relay.url, walletKeys(anvil.url));
    ends.push(wallet.close);
    const options = testOptions(relay.url);
    const one = chainOf(31_337, anvil.url);
    const two = chainOf(31_338, anvil.url);
    const configure = () => {
      // Two tabs: shared storage, one identity each.
      const provider = createUniversalProvider({ ...options, identityStorage: memoryStorage() });
      provider.on('display_uri', uri => void wallet.pair(uri).catch(() => {}));
      ends.push(provider.close);
      const connector = wagmiConnector({ provider });
      const transports = { [one.id]: http(), [two.id]: http() };
      return createConfig({ chains: [one, two], connectors: [connector], transports, storage: null });
    };
    const config = configure();
    const [connector] = config.connectors;
    if (!connector) return expect.fail();
    const connected = await connect(config, { connector, chainId: one.id });
    expect(connected).toMatchObject({ accounts: [evmAccount.address], chainId: one.id });

    const signature = await signMessage(config, { message: 'hello' });
    expect(await recoverMessageAddress({ message: 'hello', signature })).toBe(evmAccount.address);
    const hash = await sendTransaction(config, { to: evmAccount.address, value: 1n, chainId: one.id });
    expect((await waitForTransactionReceipt(config, { hash })).status).toBe('success');

    await switchChain(config, { chainId: two.id });
    expect(getAccount(config).chainId).toBe(two.id);

    const again = configure();
    await reconnect(again);
    expect(getAccount(again)).toMatchObject({
      status: 'connected',
      address: evmAccount.address,
      chainId: two.id,
    });
    await disconnect(again);
    expect(getAccount(again).status).toBe('disconnected');
    await vi.waitFor(() => expect(getAccount(config).status).toBe('disconnected'));
  });

  it('passes a public node when the wallet must add a built-in network, which names none', async () => {
    const { provider, script, requests, end } = await createProviderWorld();
    ends.push(end);
    script.approve = evmNamespaces(['eip155:1'], ['wallet_addEthereumChain']);
    const config = createConfig({
      chains: [toViemChain(mainnet), toViemChain(polygon)],
      connectors: [wagmiConnector({ provider })],
      transports: { [mainnet.id]: http('http://127.0.0.1:9'), [polygon.id]: http('http://127.0.0.1:9') },
      storage: null,
    });
    const [connector] = config.connectors;
    if (!connector) return expect.fail();
    await connect(config, { connector });
    script.answer = () => ({ error: { code: 4001, message: 'Not now' } });
    await expect(switchChain(config, { chainId: 137 })).rejects.toThrow('Not now');
    const parameter = {
      chainId: '0x89',
      chainName: 'Polygon',
      nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
      rpcUrls: [PUBLIC_RPC_URLS['eip155:137']],
      blockExplorerUrls: ['https://polygonscan.com'],
    };
    expect(requests.map(({ request }) => request)).toEqual([
      { method: 'wallet_addEthereumChain', params: [parameter] },
    ]);
  });
});
