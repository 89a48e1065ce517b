import { describe, expect } from 'vitest';
import { type DemoPage, eventually, startsWith, WALLET } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { logIn } from './support/emailVisitor.js';

/** All entries, of which each kind of visitor sees some. */
const ENTRIES = ['Email address', WALLET, 'Disconnect', 'Log out', 'Wallet settings'];

/** Returns the entries that the modal shows. */
async function entries({ modal }: DemoPage): Promise<string[]> {
  const shown = await Promise.all(
    ENTRIES.map(async name => {
      const role = name === 'Email address' ? 'textbox' : 'button';
      return (await modal.getByRole(role, { name: startsWith(name) }).count()) > 0;
    }),
  );
  return ENTRIES.filter((_, at) => shown[at]);
}

describe('a visitor', () => {
  it('sees the entries for no connection, a wallet, or a login by email, also after a reload [PERM-01]', async ({
    demo,
    page,
    stack,
  }) => {
    await demo.open();
    await demo.connectButton.click();
    await demo.shows('Connect');
    await demo.button(WALLET).waitFor();
    await eventually(() => entries(demo), ['Email address', WALLET]);
    await page.keyboard.press('Escape');
    await demo.isClosed();

    const seenOnAccount = async (wanted: readonly string[]) => {
      for (let visit = 0; visit < 2; visit++) {
        await demo.connectButton.click();
        await demo.shows('Account');
        await eventually(() => entries(demo), [...wanted]);
        await page.reload();
        await demo.reads('status', 'connected');
      }
    };
    await demo.openConnected();
    await seenOnAccount(['Disconnect']);
    await demo.hostButton('Disconnect').click();
    await demo.reads('status', 'disconnected');
    await logIn(demo, page, stack);
    await seenOnAccount(['Log out', 'Wallet settings']);
  });

  it('is listed connectors of every kind with their fields [ENT-04] [ENT-05]', async ({ demo, page }) => {
    await demo.open('adapters=evm,solana&prompt=auto&walletConnect=1');
    await demo.connectButton.click();
    await demo.shows('Connect');
    await demo.button(WALLET).waitFor();
    const connectors = () =>
      page.evaluate(() =>
        window.demo.kit.store.getState().connectors.map(({ connectors: inner = [], ...one }) => ({
          ...{ id: one.id, name: one.name, type: one.type },
          inner: inner.map(({ id, name, type, imageUrl, info, provider, chain, chains }) => ({
            ...{ id, name, type, imageUrl, rdns: info?.rdns, hasProvider: provider !== undefined, chain },
            areChains: Array.isArray(chains),
          })),
        })),
      );
    const own = (type: string, fields: object) => (chain: string) =>
      expect.objectContaining({ type, chain, areChains: true, ...fields });
    const wallet = own('ANNOUNCED', {
      id: expect.stringMatching(/\S/),
      name: WALLET,
      imageUrl: expect.stringMatching(/^data:image/),
      hasProvider: true,
    });
    const walletConnect = own('WALLET_CONNECT', { id: 'walletConnect', name: 'WalletConnect' });
    const auth = own('AUTH', { id: 'AUTH', name: 'Email' });
    const wanted = [wallet, walletConnect, auth].map(kind =>
      expect.objectContaining({
        type: 'MULTI_CHAIN',
        inner: expect.arrayContaining([kind('eip155'), kind('solana')]),
      }),
    );
    await eventually(connectors, expect.arrayContaining(wanted) as unknown[]);
    const all = (await connectors()).flatMap(({ inner }) => inner);
    expect(all.find(({ type, chain }) => type === 'ANNOUNCED' && chain === 'eip155')?.rdns).toMatch(/\./);
  });
});
