import { describe, expect } from 'vitest';
import { ADDRESS, type DemoPage, eventually, named, SHORT_ADDRESS } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { resize } from './support/resize.js';

const A = '31337';
const B = '31338';

async function openSwitchNetwork(demo: DemoPage): Promise<void> {
  await demo.connectButton.click();
  await demo.shows('Account');
  await demo.button('Network').click();
  await demo.shows('SwitchNetwork', 'Switch network');
}

const switches = async (demo: DemoPage) =>
  (await demo.calls()).filter(({ method }) => method === 'wallet_switchEthereumChain');
const activeNetwork = (demo: DemoPage) =>
  demo.page.evaluate(() => window.demo.kit.store.getState().namespaces.eip155?.network);

describe('networks', () => {
  it('switches in the modal: the wallet is asked once, the host reads the new network [CAP-02] [CALL-48] [STATE-26]', async ({
    demo,
  }) => {
    await demo.openConnected();
    await openSwitchNetwork(demo);
    await demo.button('Local chain B').click();
    await demo.reads('chain-id', B);
    await demo.shows('Account');
    expect(await demo.read('caip-address')).toBe(`eip155:${B}:${ADDRESS}`);
    expect(await switches(demo)).toEqual([
      { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a6a' }] },
    ]);
    expect(
      await demo.page.evaluate(() => window.demo.wallets[0]?.provider.request({ method: 'eth_chainId' })),
    ).toBe('0x7a6a');
  });

  it('shows the chosen network and that the wallet is being asked, until it answers [VIEW-20]', async ({
    demo,
  }) => {
    await demo.openConnected();
    await demo.faults({ hang: ['wallet_switchEthereumChain'] });
    await openSwitchNetwork(demo);
    await demo.button('Local chain B').click();
    const row = demo.button('Local chain B');
    await eventually(() => row.getAttribute('aria-busy'), 'true');
    await row.getByText('Confirm in Demo Wallet').waitFor();
    expect(await demo.button('Local chain A').getAttribute('aria-current')).toBe('true');
    expect(await demo.read('chain-id')).toBe(A);
    expect(await demo.page.evaluate(() => window.demo.kit.store.getState().modal.views.at(-1))).toMatchObject(
      { name: 'SwitchNetwork', chainId: `eip155:${B}` },
    );
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'goes back a view and says so when the wallet refuses [OPEN-10]',
    async ({ demo }) => {
      await demo.openConnected();
      await demo.faults({ reject: ['wallet_switchEthereumChain'] });
      await openSwitchNetwork(demo);
      await demo.button('Local chain B').click();
      await demo.shows('Account');
      await demo.modal.getByRole('status').filter({ hasText: 'You declined it in Demo Wallet.' }).waitFor();
      expect(await demo.read('chain-id')).toBe(A);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'says that switching failed when the wallet agrees and stays where it is',
    async ({ demo, page }) => {
      await page.clock.install();
      await demo.openConnected();
      await demo.faults({ ignoreSwitch: true });
      await openSwitchNetwork(demo);
      await demo.button('Local chain B').click();
      const told = demo.modal.getByRole('status').filter({ hasText: 'Couldn’t switch network' });
      await eventually(async () => {
        await page.clock.runFor(200);
        return told.isVisible();
      }, true);
      expect(await demo.read('chain-id')).toBe(A);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'adds a chain that the wallet does not know [CALL-49] [STATE-29]',
    async ({ demo, stack }) => {
      await demo.openConnected();
      await demo.faults({ unknownChain: true });
      await demo.hostButton('Switch network').click();
      await demo.reads('chain-id', B);
      const calls = await demo.calls();
      const asked = calls.findIndex(({ method }) => method === 'wallet_switchEthereumChain');
      // The page asks for the wallet's capabilities meanwhile, and whether it is on the chain without an answer.
      const reads = ['wallet_getCapabilities', 'eth_chainId'];
      const [next] = calls.slice(asked + 1).filter(({ method }) => !reads.includes(method));
      expect(next).toEqual({
        method: 'wallet_addEthereumChain',
        params: [
          expect.objectContaining({
            chainId: '0x7a6a',
            chainName: 'Local chain B',
            nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
            rpcUrls: [stack.chainB],
          }),
        ],
      });
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    "names a public chain's explorer when it adds it [CALL-49]",
    async ({ demo, page, stack }) => {
      await page.route(`${stack.gateway}/v1?**`, route => route.abort());
      await demo.openConnected();
      await demo.faults({ unknownChain: true });
      await openSwitchNetwork(demo);
      await demo.button('Base').click();
      await demo.reads('chain-id', '8453');
      const added = (await demo.calls()).find(({ method }) => method === 'wallet_addEthereumChain');
      expect(added?.params).toEqual([
        expect.objectContaining({ chainId: '0x2105', blockExplorerUrls: ['https://basescan.org'] }),
      ]);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    "switches from the host's own button without the modal, there and back",
    async ({ demo }) => {
      await demo.openConnected();
      await demo.hostButton('Switch network').click();
      await demo.reads('chain-id', B);
      await demo.hostButton('Switch network').click();
      await demo.reads('chain-id', A);
      expect(await demo.modal.count()).toBe(0);
      expect(await switches(demo)).toHaveLength(2);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'follows the wallet, with the other chain and its real balance',
    async ({ demo }) => {
      await demo.openConnected();
      await demo.walletPicksChain(Number(B));
      await demo.reads('chain-id', B);
      await eventually(async () => /^\d+(\.\d+)? ETH$/.test(await demo.read('balance')), true);
      await eventually(
        () => demo.connectButton.getAttribute('aria-label'),
        expect.stringContaining(SHORT_ADDRESS),
      );
      expect(await switches(demo)).toEqual([]);
    },
  );

  it("opens UnsupportedChain on an unlisted chain, named 'Unknown Network', and lists the ones to switch to [OPEN-11] [STATE-25] [VIEW-22]", async ({
    demo,
  }) => {
    await demo.openConnected();
    await demo.walletPicksChain(4242);
    await demo.shows('UnsupportedChain', 'Switch network');
    await demo.reads('chain-id', '4242');
    expect(await activeNetwork(demo)).toMatchObject({ name: 'Unknown Network', unsupported: true });
    const names = ['Local chain A', 'Local chain B', 'Ethereum', 'Base', 'Arbitrum', 'Optimism', 'Polygon'];
    expect(await demo.rows('Supported networks')).toEqual(named(names));
    await demo.button('Local chain B').click();
    await demo.reads('chain-id', B);
    await demo.isClosed();
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'keeps the way out in sight above a long list of networks',
    async ({ demo, page }) => {
      await resize(page, { width: 1280, height: 640 });
      await demo.openConnected();
      await demo.walletPicksChain(4242);
      await demo.shows('UnsupportedChain');
      const wayOut = demo.button('Disconnect');
      const [box, dialog] = await Promise.all([wayOut.boundingBox(), demo.modal.boundingBox()]);
      if (!box || !dialog) throw new Error('nothing is drawn');
      expect(box.y + box.height).toBeLessThanOrEqual(dialog.y + dialog.height);
      // The last network can be scrolled above it.
      await demo.button('Polygon').focus();
      const last = await demo.button('Polygon').boundingBox();
      expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(box.y);
      await wayOut.click();
      await demo.reads('status', 'disconnected');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'warns on the button while the visitor stays on an unlisted chain',
    async ({ demo }) => {
      await demo.openConnected();
      await demo.walletPicksChain(4242);
      await demo.shows('UnsupportedChain');
      await demo.page.keyboard.press('Escape');
      await demo.isClosed();
      await demo.page.getByRole('button', { name: 'Wrong network' }).click();
      await demo.shows('UnsupportedChain');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'gives the host every field of the active network [ENT-11]',
    async ({ demo, stack }) => {
      await demo.openConnected();
      expect(await activeNetwork(demo)).toMatchObject({
        id: 31337,
        caipNetworkId: `eip155:${A}`,
        chainNamespace: 'eip155',
        name: 'Local chain A',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [stack.chainA] } },
        testnet: true,
      });
      const listed = await demo.page.evaluate(
        () => window.demo.kit.store.getState().namespaces.eip155?.networks,
      );
      const ethereum = listed?.find(({ id }) => id === 1);
      expect(ethereum?.blockExplorers?.default.url).toBe('https://etherscan.io');
      const { imageId, imageUrl } = ethereum?.assets ?? {};
      expect([imageId, imageUrl]).toEqual(['1', expect.stringContaining('/public/getAssetImage/1?')]);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'starts on the last-used chain after a reload, connected or not [ENT-27]',
    async ({ demo }) => {
      await demo.open();
      await demo.networkButton.click();
      await demo.button('Local chain B').click();
      await demo.reads('chain-id', B);
      await demo.page.reload();
      await demo.reads('chain-id', B);
      await demo.openConnected();
      await demo.hostButton('Switch network').click();
      await demo.reads('chain-id', B);
      await demo.page.reload();
      await demo.reads('status', 'connected');
      expect(await demo.read('chain-id')).toBe(B);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    "shows 'Network Not Found' for a network that the host does not list, and stays [ERR-19]",
    async ({ demo }) => {
      const logged: string[] = [];
      demo.page.on('console', message => logged.push(message.text()));
      await demo.openConnected(`networks=${A}&debug=1`);
      await demo.hostButton('Switch network').click();
      await demo.reads('error', 'NETWORK_NOT_FOUND: Network not found');
      expect(await demo.read('chain-id')).toBe(A);
      await eventually(() => logged.some(line => line.includes('Network Not Found')), true);
      await demo.connectButton.click();
      await demo.modal.getByRole('alert').filter({ hasText: 'Network Not Found' }).waitFor();
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'finds networks by the typed text, and reports when none matches',
    async ({ demo }) => {
      await demo.openConnected();
      await openSwitchNetwork(demo);
      await demo.modal.getByRole('searchbox', { name: 'Search networks' }).fill('local');
      await eventually(() => demo.rows('Networks'), named(['Local chain A', 'Local chain B']));
      await demo.modal.getByRole('searchbox', { name: 'Search networks' }).fill('zzz');
      await demo.modal.getByText('No network matches “zzz”').waitFor();
      await demo.button('Clear search').click();
      await eventually(async () => (await demo.rows('Networks')).length, 7);
    },
  );
});
