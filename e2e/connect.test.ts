import { parseEther, toHex } from 'viem';
import { describe, expect } from 'vitest';
import { awaitedLater } from '../scripts/lib/awaitedLater.mjs';
import { chainRequest } from './support/chain.js';
import { ADDRESS, eventually, named, SHORT_ADDRESS, WALLET } from './support/DemoPage.js';
import { it } from './support/demo.js';

const WALLETS = 'Wallets';
/** An account without a known key, which no other journey uses on chain B. */
const ASIDE = '0x00000000000000000000000000000000000a51de';

describe('connecting', () => {
  it('connects an announced wallet: the visitor picks it, the wallet is asked, the host reads its address [LOG-10] [VIEW-06] [VIEW-09]', async ({
    demo,
  }) => {
    await demo.open();
    await demo.connectButton.click();
    await demo.shows('Connect', 'Connect to Meridian');
    await demo.button(WALLET).click();
    await demo.shows('ConnectingExternal', WALLET);
    await demo.prompt.waitFor();
    expect(await demo.methods()).toContain('eth_requestAccounts');
    expect(await demo.read('address')).toBe('');
    await demo.approve();
    await demo.reads('status', 'connected');
    expect(await demo.read('address')).toBe(ADDRESS);
    await demo.isClosed();
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'asks the wallet for accounts and chain, and on reload without a prompt [CALL-50]',
    async ({ demo }) => {
      await demo.open();
      await demo.connect();
      expect(await demo.methods()).toEqual(expect.arrayContaining(['eth_requestAccounts', 'eth_chainId']));
      await demo.page.reload();
      await demo.reads('status', 'connected');
      const methods = await demo.methods();
      expect(methods).toContain('eth_accounts');
      expect(methods).not.toContain('eth_requestAccounts');
      expect(await demo.prompt.count()).toBe(0);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'is read by the host as disconnected, connecting, connected, and the modal as open, then closed [STATE-04] [STATE-01]',
    async ({ demo }) => {
      await demo.open();
      await demo.page.evaluate(() => {
        const seen: string[] = [];
        Object.assign(window, { seen });
        const { store } = window.demo.kit;
        const tell = (text: string) => seen.at(-1) === text || seen.push(text);
        const state = () => store.getState();
        const line = () => tell(`${state().namespaces.eip155?.account.status} ${state().modal.open}`);
        line();
        store.subscribe(line);
      });
      await demo.connectButton.click();
      await demo.button(WALLET).click();
      await demo.prompt.waitFor();
      expect(await demo.read('status')).toBe('connecting');
      expect(await demo.modal.count()).toBe(1);
      await demo.approve();
      await demo.isClosed();
      const seen = await demo.page.evaluate(() => (window as unknown as { seen: string[] }).seen);
      expect(seen).toEqual([
        'disconnected false',
        'disconnected true',
        'connecting true',
        'connected true',
        'connected false',
      ]);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'gives the host the account in every read-out [ENT-08]',
    async ({ demo }) => {
      await demo.open('prompt=auto');
      await demo.connect();
      expect(await demo.read('caip-address')).toBe(`eip155:31337:${ADDRESS}`);
      expect(await demo.read('namespace')).toBe('eip155');
      expect(await demo.read('chain-id')).toBe('31337');
      expect(JSON.parse(await demo.read('accounts'))).toEqual([
        { namespace: 'eip155', address: ADDRESS, type: 'eoa' },
      ]);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    "shows the chain's balance with 3 decimals and the address cut to 4 and 6 [CAP-03] [LIM-02] [LIM-05]",
    async ({ demo, stack }) => {
      // From an account that no other journey pays from.
      await chainRequest(stack.chainB, 'anvil_setBalance', [ASIDE, toHex(parseEther('9876.5437'))]);
      await demo.openConnected();
      await demo.page.evaluate(address => window.demo.wallets[0]?.changeAccounts([address]), ASIDE);
      await demo.reads('address', ASIDE);
      await demo.hostButton('Switch network').click();
      await demo.reads('chain-id', '31338');
      await eventually(
        async () => (await demo.connectButton.getAttribute('aria-label')) ?? '',
        'Account: 9,876.543 ETH, 0x00…0a51de',
      );
      await demo.connectButton.click();
      await demo.shows('Account');
      await eventually(async () => {
        const texts = await demo.modal.locator('.lk-balance-main [data-tip]').allTextContents();
        return texts.map(text => Number(text.replace(/[^\d.]/g, '')).toFixed(3)).join();
      }, '9876.543');
      expect(await demo.modal.getByText('0x00…0a51de').count()).toBe(1);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    "shows '0.00' until a balance is known [LIM-03]",
    async ({ demo, page, stack }) => {
      // Never fulfilled: the balance stays unknown.
      await page.route(`${stack.chainA}/**`, () => undefined);
      await demo.openConnected();
      await eventually(
        async () => (await demo.connectButton.getAttribute('aria-label')) ?? '',
        `Account: 0.00 ETH, ${SHORT_ADDRESS}`,
      );
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'shows a dash and a retry when the balance cannot be read',
    async ({ demo, page, stack }) => {
      const label = async () => (await demo.connectButton.getAttribute('aria-label')) ?? '';
      const chain = `${stack.chainA}/**`;
      // A refusal by the node, because requests that fail are retried with growing pauses.
      let refused = 0;
      await page.route(chain, route => {
        refused += 1;
        const refuse = ({ id }: { id: number }) => ({
          jsonrpc: '2.0',
          id,
          error: { code: -32_000, message: 'no' },
        });
        const asked = route.request().postDataJSON();
        const json = Array.isArray(asked) ? asked.map(refuse) : refuse(asked);
        return route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } });
      });
      await demo.openConnected();
      await eventually(label, `Account: –, ${SHORT_ADDRESS}`);
      await demo.connectButton.click();
      await demo.modal.getByText('Couldn’t load your balance. It isn’t affected.').waitFor();
      const retry = demo.button('Try again');
      const before = refused;
      await retry.click();
      await eventually(() => refused > before, true);
      await page.unroute(chain);
      // The balance is also read when the page gets the focus, which may come first.
      const isShown = async () => {
        await retry.click({ timeout: 500 }).catch(() => {});
        return (await demo.modal.locator('.lk-balance-main [data-tip$=" ETH"]').count()) === 1;
      };
      await eventually(isShown, true);
      expect(await label()).toMatch(/^Account: [\d,.]+ ETH/);
    },
  );

  it("says 'Connection rejected' to the host and what happened to the visitor, who tries again [ERR-07]", async ({
    demo,
  }) => {
    await demo.open();
    await demo.connectButton.click();
    await demo.button(WALLET).click();
    await demo.reject();
    await demo.modal.getByRole('heading', { name: 'Request declined' }).waitFor();
    expect(await demo.modal.getByText('Nothing was shared with Meridian.').count()).toBe(1);
    await demo.reads('error', 'CONNECTION_REJECTED: Connection rejected');
    expect(await demo.read('status')).toBe('disconnected');
    await demo.button('Try again').click();
    await demo.approve();
    await demo.reads('address', ADDRESS);
    await demo.isClosed();
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    "says 'Failed to connect' when the wallet breaks, and keeps the way to try again [ERR-09]",
    async ({ demo }) => {
      await demo.open('faults=plainError');
      await demo.connectButton.click();
      await demo.button(WALLET).click();
      await demo.modal.getByRole('heading', { name: 'Couldn’t connect' }).waitFor();
      await demo.reads('error', 'FAILED_TO_CONNECT: Failed to connect');
      await demo.faults({ plainError: undefined });
      await demo.button('Try again').click();
      await demo.approve();
      await demo.reads('status', 'connected');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    "says 'Modal closed' when the visitor closes the modal before connecting [ERR-06]",
    async ({ demo }) => {
      await demo.open('faults=hang');
      await demo.connectButton.click();
      await demo.button(WALLET).click();
      await demo.reads('status', 'connecting');
      await demo.button('Close').click();
      await demo.isClosed();
      await demo.reads('error', 'MODAL_CLOSED: Modal closed');
      expect(await demo.read('status')).toBe('disconnected');
      await eventually(() => demo.connectButton.textContent(), 'Connect wallet');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'connects another wallet after Back from one that hangs',
    async ({ demo }) => {
      await demo.open('wallets=First,Second');
      await demo.faults({ hang: true });
      await demo.connectButton.click();
      await demo.button('First').click();
      await demo.shows('ConnectingExternal', 'First');
      await demo.button('Back').click();
      await demo.shows('Connect');
      await demo.reads('status', 'disconnected');
      await demo.button('Second').click();
      await demo.shows('ConnectingExternal', 'Second');
      await demo.approve();
      await demo.reads('status', 'connected');
      await demo.isClosed();
      expect(await demo.methods(1)).toContain('eth_requestAccounts');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'offers ways to get a wallet that is not installed, and asks nothing of anyone',
    async ({ demo }) => {
      await demo.open();
      await demo.connectButton.click();
      await demo.button('MetaMask').click();
      await demo.shows('ConnectingExternal', 'MetaMask');
      await demo.modal.getByRole('heading', { name: 'Get MetaMask' }).waitFor();
      const ways = demo.modal.getByRole('list', { name: 'Ways to get MetaMask' }).getByRole('link');
      expect(await ways.count()).toBeGreaterThan(0);
      for (const way of await ways.all()) {
        expect(await way.getAttribute('href')).toMatch(/^https:/);
        expect(await way.getAttribute('rel')).toContain('noopener');
      }
      expect(await demo.read('status')).toBe('disconnected');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'orders wallets: recent, injected, featured, custom, recommended; recents outlive a reload [VIEW-07] [ENT-31]',
    async ({ demo }) => {
      const query = 'wallets=First,Second&prompt=auto&custom=Own wallet&featured=rainbow';
      await demo.open(query);
      await demo.connect('Second');
      await demo.hostButton('Disconnect').click();
      await demo.reads('status', 'disconnected');
      await demo.page.reload();
      await demo.connectButton.click();
      await demo.button('MetaMask').waitFor();
      const first = named(['Second Recent', 'First Installed', 'Rainbow', 'Own wallet']);
      await eventually(async () => (await demo.rows(WALLETS)).slice(0, 4), first);
      const rows = await demo.rows(WALLETS);
      expect(rows.slice(4)).toContainEqual(expect.stringMatching(/^MetaMask/));
      expect(rows.filter(row => row.startsWith('Rainbow'))).toHaveLength(1);
    },
  );

  it("shows wallets' and networks' images from the gateway [CALL-06] [CALL-07]", async ({
    demo,
    page,
    stack,
  }) => {
    const shown = (path: string) =>
      page.waitForResponse(answer => answer.url().startsWith(`${stack.gateway}${path}`) && answer.ok());
    const wallet = awaitedLater(shown('/getWalletImage/'));
    await demo.open();
    await demo.connectButton.click();
    expect((await wallet).headers()['content-type']).toMatch(/^image\//);
    const picture = demo.button('MetaMask').locator('img');
    await eventually(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth > 0), true);
    expect(await picture.getAttribute('src')).toContain(`${stack.gateway}/getWalletImage/`);
    await demo.button('Close').click();
    await demo.isClosed();
    const network = awaitedLater(shown('/public/getAssetImage/'));
    await demo.networkButton.click();
    await demo.shows('SwitchNetwork');
    expect((await network).headers()['content-type']).toMatch(/^image\//);
    const coin = demo.button('Ethereum').locator('img');
    await eventually(() => coin.evaluate(image => (image as HTMLImageElement).naturalWidth > 0), true);
    expect(await coin.getAttribute('src')).toContain(`${stack.gateway}/public/getAssetImage/`);
  });
});
