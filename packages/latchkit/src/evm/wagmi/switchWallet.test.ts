import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import type { CaipNetwork } from '../../core/adapter/Network.js';
import { polygon } from '../../networks/networks.js';
import { PUBLIC_RPC_URLS } from '../../protocol/publicRpcUrls.js';
import { anvilNetwork } from '../../testing/createAdapterHost.test-support.js';
import { type Anvil, startAnvil } from '../../testing/startAnvil.test-support.js';
import type { WalletFaults } from '../../testing/WalletFaults.js';
import { type EvmWorld, evmWorld } from '../evmWorld.test-support.js';

let chainA: Anvil;
let chainB: Anvil;
let first: CaipNetwork;
let second: CaipNetwork;
let world: EvmWorld;
beforeAll(async () => {
  [chainA, chainB] = await Promise.all([startAnvil(31337), startAnvil(31338)]);
  first = anvilNetwork(chainA);
  second = anvilNetwork(chainB, 'Chain B');
});
afterAll(() => Promise.all([chainA?.stop(), chainB?.stop()]));
beforeEach(async () => {
  world = await evmWorld({ networks: [first, second] });
  await world.connect();
  world.asked();
});
afterEach(() => {
  world.host.destroy();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const switchTo = (network = second) => world.adapter.switchNetwork(world.id, network);
const chainId = () => world.wallet.provider.request({ method: 'eth_chainId' });
const lastChange = () => world.host.reported().at(-1);
const faulty = (faults: WalletFaults) => world.wallet.faults.set(faults);

describe('switchWallet', () => {
  it('asks wallet_switchEthereumChain with the hex chain id [CALL-48]', async () => {
    await switchTo();
    expect(world.wallet.calls.find(call => call.method === 'wallet_switchEthereumChain')?.params).toEqual([
      { chainId: '0x7a6a' },
    ]);
    expect(await chainId()).toBe('0x7a6a');
    await expect.poll(lastChange).toMatchObject({ connection: { chainId: 'eip155:31338' } });
  });

  it.each([['at the top', true] as const, ['nested, as on phones', 'nested' as const] as const])(
    'adds the chain when the wallet answers 4902, %s [STATE-29] [CALL-49] [ERR-76]',
    async (_, unknownChain) => {
      faulty({ unknownChain });
      await switchTo();
      const asked = world.asked().filter(method => method.startsWith('wallet_'));
      expect(asked).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain']);
      expect(world.wallet.calls.find(call => call.method === 'wallet_addEthereumChain')?.params).toEqual([
        {
          chainId: '0x7a6a',
          chainName: 'Chain B',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: [chainB.url],
          blockExplorerUrls: ['https://explorer.example'],
        },
      ]);
      expect(await chainId()).toBe('0x7a6a');
    },
  );

  it.each([
    { asks: 'wallet_switchEthereumChain', unknownChain: false },
    { asks: 'wallet_addEthereumChain', unknownChain: true },
  ])(
    'ends when the wallet is on the chain, although $asks is never answered (EVM-06)',
    async ({ asks, unknownChain }) => {
      faulty({ unknownChain });
      const real = world.wallet.provider.request;
      world.wallet.provider.request = request => {
        if (request.method !== asks) return real(request);
        setTimeout(() => world.wallet.changeChain(31338), 100);
        return new Promise(() => {});
      };
      await switchTo();
      expect(await chainId()).toBe('0x7a6a');
    },
  );

  it('fails after two minutes if the wallet neither answers nor switches, and says so (EVM-06, EVM-08)', async () => {
    for (const never of [
      () => new Promise(() => {}),
      () => Promise.reject({ code: -32002, message: 'Request already pending.' }),
    ]) {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const real = world.wallet.provider.request;
      world.wallet.provider.request = request =>
        request.method === 'wallet_switchEthereumChain' ? never() : real(request);
      let end: unknown = 'waiting';
      const switching = switchTo().catch((error: unknown) => {
        end = error;
      });
      await vi.advanceTimersByTimeAsync(119_000);
      expect(end).toBe('waiting');
      await vi.advanceTimersByTimeAsync(2_000);
      await switching;
      expect(end).toMatchObject({ code: 'SWITCH_FAILED', context: { reason: 'silent' } });
      world.wallet.provider.request = real;
      vi.useRealTimers();
    }
  });

  it('passes the wallet the public URL of a built-in network when there is no other [CALL-49]', async () => {
    world.host.destroy();
    world = await evmWorld({ networks: [first, polygon], wallet: { chainId: 31337 } });
    await world.connect();
    faulty({ unknownChain: true });
    await switchTo(polygon);
    const added = world.wallet.calls.find(call => call.method === 'wallet_addEthereumChain');
    const url = PUBLIC_RPC_URLS['eip155:137'];
    expect(url).toMatch(/^https:/);
    expect(added?.params).toEqual([expect.objectContaining({ chainId: '0x89', rpcUrls: [url] })]);
    expect(await chainId()).toBe('0x89');
  });

  it('does not wait for a chainChanged that never comes', async () => {
    faulty({ silentSwitch: true });
    await switchTo();
    await expect.poll(lastChange).toMatchObject({
      type: 'changed',
      connection: { chainId: 'eip155:31338' },
    });
  });

  it('believes a wallet that switched, although it answers with an error and its next eth_chainId fails or stays open', async () => {
    for (const [target, busy] of [
      [second, () => Promise.reject(new Error('busy'))],
      [first, () => new Promise(() => {})],
    ] as const) {
      const real = world.wallet.provider.request;
      let left = 0;
      world.wallet.provider.request = async request => {
        if (request.method === 'eth_chainId' && left-- > 0) return busy();
        const answer = await real(request);
        if (request.method !== 'wallet_switchEthereumChain') return answer;
        left = 1;
        throw new Error('The wallet failed.');
      };
      await switchTo(target);
      world.wallet.provider.request = real;
      expect(await chainId()).toBe(`0x${Number(target.id).toString(16)}`);
    }
  });

  it.each([
    ['fails once', 1],
    ['fails for a second', 4],
  ])('does not take an eth_chainId that %s after the switch for an answer', async (_, failures) => {
    for (const unknownChain of [false, true]) {
      faulty({ unknownChain });
      const target = unknownChain ? second : first;
      await switchTo(unknownChain ? first : second);
      const real = world.wallet.provider.request;
      let left = 0;
      world.wallet.provider.request = async request => {
        if (request.method === 'eth_chainId' && left-- > 0) throw new Error('busy');
        const answer = await real(request);
        if (request.method.startsWith('wallet_')) left = failures;
        return answer;
      };
      await switchTo(target);
      world.wallet.provider.request = real;
      expect(await chainId()).toBe(`0x${Number(target.id).toString(16)}`);
    }
  });

  it('fails instead of hanging when the wallet agrees but does not switch', async () => {
    faulty({ ignoreSwitch: true });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const failed = awaitedLater(expect(switchTo()).rejects.toMatchObject({ code: 'SWITCH_FAILED' }));
    await vi.advanceTimersByTimeAsync(2_500);
    await failed;
    expect(world.host.reported()).toEqual([]);
  });

  it('throws SWITCH_REJECTED when the visitor refuses to switch or to add the chain', async () => {
    faulty({ reject: ['wallet_switchEthereumChain'] });
    await expect(switchTo()).rejects.toMatchObject({ code: 'SWITCH_REJECTED' });
    faulty({ reject: ['wallet_addEthereumChain'], unknownChain: true });
    await expect(switchTo()).rejects.toMatchObject({ code: 'SWITCH_REJECTED' });
    expect(await chainId()).toBe('0x7a69');
  });

  it('fails when the chain is not approved and adding it is not either [ERR-68]', async () => {
    faulty({ errors: { wallet_switchEthereumChain: { code: 4100 } } });
    await expect(switchTo()).rejects.toMatchObject({ code: 'SWITCH_FAILED', context: { walletCode: 4100 } });
    faulty({ errors: { wallet_addEthereumChain: { code: 4100 } }, unknownChain: true });
    await expect(switchTo()).rejects.toMatchObject({ code: 'SWITCH_FAILED', context: { walletCode: 4100 } });
  });

  it('treats 32603 as an invalid chain id and adds nothing [ERR-78]', async () => {
    faulty({ errors: { wallet_switchEthereumChain: { code: 32603 } } });
    await expect(switchTo()).rejects.toMatchObject({
      code: 'SWITCH_FAILED',
      context: { walletCode: 32603, reason: 'invalidChainId' },
    });
    faulty({ errors: { wallet_switchEthereumChain: { code: -32603 } } });
    await expect(switchTo()).rejects.toMatchObject({ code: 'SWITCH_FAILED', context: { walletCode: 5000 } });
    expect(world.asked()).not.toContain('wallet_addEthereumChain');
  });

  it('says so when the wallet cannot switch at all [ERR-63]', async () => {
    faulty({ errors: { wallet_switchEthereumChain: { code: 4200 } } });
    await expect(switchTo()).rejects.toMatchObject({
      code: 'CONNECTOR_CANNOT_SWITCH',
      message: 'The connector cannot switch chains programmatically',
    });
  });

  it("says 'Network not found' for a network that the host did not request [ERR-54]", async () => {
    await expect(switchTo(anvilNetwork({ chainId: 7, url: chainA.url }))).rejects.toMatchObject({
      code: 'NETWORK_NOT_FOUND',
      message: 'Network not found',
    });
    expect(world.asked()).toEqual([]);
  });

  it("says 'Provider not found.' when nothing is connected [ERR-57]", async () => {
    await world.adapter.disconnect(world.id);
    await expect(switchTo()).rejects.toMatchObject({ message: 'Provider not found.' });
  });
});
