import { describe, expect } from 'vitest';
import { type DemoPage, eventually } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { held, openNamespace, openWallets, pickOnEvm } from './support/threeWallets.js';

const ALL = 'adapters=evm,solana,bitcoin,polkadot&prompt=auto&email=0&multiWallet=1';
const NAMESPACES = ['eip155', 'solana', 'bip122', 'polkadot'];

/** Reloads after which the state must be right. */
const RELOADS = process.env.LATCHKIT_FULL ? 100 : 10;

/** The status and the active account of every namespace. */
const accountsOf = (demo: DemoPage): Promise<Record<string, string>> =>
  demo.page.evaluate(() => {
    const { namespaces } = window.demo.kit.store.getState();
    return Object.fromEntries(
      Object.entries(namespaces).map(([name, { account }]) => [name, `${account.status} ${account.address}`]),
    );
  });

const namespacesOf = async (demo: DemoPage): Promise<string[]> =>
  (await held(demo)).map(one => one.split(' ')[0] ?? '').sort();

async function connectOther(demo: DemoPage, namespace: string): Promise<void> {
  await openNamespace(demo, namespace);
  await demo.modal.locator('.lk-actions .lk-btn').last().click();
  await demo.shows('Connect');
  await demo.button('Demo Wallet').click();
  await eventually(async () => (await namespacesOf(demo)).includes(namespace), true);
  await demo.leave();
}

describe('a page of Bitcoin', () => {
  it('offers neither email nor social login, and connects the wallet that the visitor picks [PERM-02] [LOG-10] [LIM-13]', async ({
    demo,
  }) => {
    await demo.open('adapters=bitcoin&prompt=auto&socials=google');
    await demo.connectButton.click();
    await demo.shows('Connect');
    await demo.button('Demo Wallet').waitFor();
    expect(await demo.modal.locator('input[type="email"]').count()).toBe(0);
    expect(await demo.button('Continue with Google').count()).toBe(0);
    await demo.button('Demo Wallet').click();
    await demo.reads('status', 'connected');
    await demo.leave();
    expect(await demo.read('namespace')).toBe('bip122');
    expect(await demo.read('address')).toMatch(/^bcrt1q/);
    expect(JSON.parse(await demo.read('accounts'))).toMatchObject([
      { namespace: 'bip122', type: 'payment', publicKey: expect.stringMatching(/^0[23]/) },
      { namespace: 'bip122', type: 'ordinal', address: expect.stringMatching(/^bcrt1p/) },
    ]);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'has no balance, no tabs and no Send, but Receive [LIM-15] [LIM-16]',
    async ({ demo }) => {
      await demo.open('adapters=bitcoin&prompt=auto');
      await demo.connect();
      expect(await demo.connectButton.textContent()).not.toMatch(/BTC/);
      await demo.connectButton.click();
      await demo.shows('Account');
      await demo.button('Receive').waitFor();
      expect(await demo.button('Send').count()).toBe(0);
      expect(await demo.modal.getByRole('tab').count()).toBe(0);
      expect(await demo.modal.locator('.lk-balance').count()).toBe(0);
      expect(await demo.read('balance')).toBe('');
    },
  );
});

describe('a page of EVM and Bitcoin', () => {
  it('offers email login [PERM-02]', async ({ demo }) => {
    await demo.open('adapters=evm,bitcoin');
    await demo.connectButton.click();
    await demo.shows('Connect');
    await demo.modal.locator('input[type="email"]').waitFor();
  });
});

describe('a page of Polkadot', () => {
  it("connects the wallet that the visitor picks, with the network's addresses [LOG-10]", async ({
    demo,
  }) => {
    await demo.open('adapters=polkadot&prompt=auto');
    await demo.connect();
    expect(await demo.read('namespace')).toBe('polkadot');
    expect(await demo.read('address')).toMatch(/^1/);
    await demo.hostButton('Sign message').click();
    await expect.poll(() => demo.read('signature')).toMatch(/^0x01[0-9a-f]{128}$/);
    await demo.connectButton.click();
    await demo.shows('Account');
    expect(await demo.button('Send').count()).toBe(0);
    await demo.button('Receive').click();
    await demo.shows('Receive');
    // The address has the form of this network only.
    await demo.modal.getByText('Works on Polkadot', { exact: true }).waitFor();
  });
});

describe('four namespaces at once', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    `stay connected over ${RELOADS} reloads, follow a change, and end one by one`,
    async ({ demo, page }) => {
      await demo.open(ALL);
      await demo.connectButton.click();
      await pickOnEvm(demo, 'Demo Wallet');
      for (const namespace of NAMESPACES.slice(1)) await connectOther(demo, namespace);
      await eventually(() => namespacesOf(demo), NAMESPACES.toSorted());
      const before = await accountsOf(demo);
      expect(Object.values(before)).toEqual(
        NAMESPACES.map(() => expect.stringMatching(/^connected \w{30,}$/)),
      );
      for (let reload = 0; reload < RELOADS; reload += 1) {
        await page.reload();
        await eventually(() => accountsOf(demo), before as never);
        expect(await namespacesOf(demo)).toEqual(NAMESPACES.toSorted());
      }
      const [next] = await page.evaluate(() => window.demo.bitcoinWallets[0]?.changeAccount(1) ?? []);
      const changed = { ...before, bip122: `connected ${next}` };
      await eventually(() => accountsOf(demo), changed as never);
      await page.evaluate(() => window.demo.solanaWallets[0]?.disconnect());
      await eventually(() => namespacesOf(demo), ['bip122', 'eip155', 'polkadot']);
      expect(await accountsOf(demo)).toEqual({ ...changed, solana: 'disconnected undefined' });
    },
  );
});

describe('two namespaces that are signed in', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'keep their sessions apart: one ends with its connection, the other stays',
    async ({ demo, page }) => {
      await demo.open('adapters=bitcoin,polkadot&siwx=required&prompt=auto');
      await demo.connectButton.click();
      await demo.shows('Connect');
      await demo.button('Demo Wallet').click();
      await demo.shows('ChooseChain', 'Demo Wallet');
      await demo.modal.locator('.lk-group .lk-row').first().click();
      await sign(demo);
      await openNamespace(demo, 'polkadot');
      await demo.modal.locator('.lk-actions .lk-btn').last().click();
      await demo.shows('Connect');
      await demo.button('Demo Wallet').click();
      await sign(demo);
      await eventually(() => signedIn(demo), ['bip122', 'polkadot']);
      await openWallets(demo);
      const other = demo.modal.getByRole('list', { name: /Bitcoin/ });
      await other.getByRole('button', { name: 'Disconnect Demo Wallet' }).click();
      await eventually(() => signedIn(demo), ['polkadot']);
      expect(await namespacesOf(demo)).toEqual(['polkadot']);
      await demo.leave();
      expect((await accountsOf(demo)).polkadot).toMatch(/^connected 1/);
      expect(JSON.parse(await demo.read('session')).accountAddress).toMatch(/^polkadot:/);
      await page.reload();
      await demo.reads('status', 'connected');
      await eventually(() => signedIn(demo), ['polkadot']);
    },
  );
});

async function sign(demo: DemoPage): Promise<void> {
  await demo.shows('SIWXSignMessage');
  await demo.signButton.click();
  await demo.isClosed();
}

/** The namespaces of the stored sessions. */
const signedIn = (demo: DemoPage): Promise<string[]> =>
  demo.page.evaluate(() => {
    const stored = JSON.stringify(localStorage.getItem('latchkit.v1.siwx_sessions') ?? '');
    return [...new Set(stored.match(/(bip122|polkadot)(?=:[0-9a-f]{32}:)/g) ?? [])].sort();
  });
