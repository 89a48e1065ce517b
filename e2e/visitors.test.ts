import { describe, expect } from 'vitest';
import { type DemoPage, eventually, startsWith, WALLET } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { logIn } from './support/emailVisitor.js';

/** Entries of which each visitor has some. */
const ENTRIES = ['Continue with email', WALLET, 'Disconnect', 'Log out', 'Change email'];

/** Those that the modal shows. */
async function entries({ modal }: DemoPage): Promise<string[]> {
  const shown = await Promise.all(
    ENTRIES.map(async name => (await modal.getByRole('button', { name: startsWith(name) }).count()) > 0),
  );
  return ENTRIES.filter((_, at) => shown[at]);
}

describe('a visitor', { timeout: 120_000 }, () => {
  it('has the entries of who is not connected, of who has a wallet, or of who logged in by email, also after a reload [PERM-01]', async ({
    demo,
    page,
    stack,
  }) => {
    await demo.open();
    await demo.connectButton.click();
    await demo.shows('Connect');
    await demo.button(WALLET).waitFor();
    expect(await entries(demo)).toEqual(['Continue with email', WALLET]);
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
    await seenOnAccount(['Log out', 'Change email']);
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
    const announced = (chain: string) =>
      expect.objectContaining({
        id: expect.stringMatching(/\S/),
        name: WALLET,
        type: 'ANNOUNCED',
        imageUrl: expect.stringMatching(/^data:image/),
        hasProvider: true,
        chain,
        areChains: true,
      });
    await eventually(
      connectors,
      expect.arrayContaining([
        expect.objectContaining({
          name: WALLET,
          type: 'MULTI_CHAIN',
          inner: expect.arrayContaining([announced('eip155'), announced('solana')]),
        }),
        expect.objectContaining({ id: 'walletConnect', type: 'WALLET_CONNECT' }),
      ]) as unknown[],
    );
    const all = (await connectors()).flatMap(({ inner }) => inner);
    expect(all.find(({ chain }) => chain === 'eip155')?.rdns).toMatch(/\./);
  });
});
