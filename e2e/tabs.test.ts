import type { EmbeddedWalletFlow } from 'latchkit';
import { describe, expect } from 'vitest';
import { ApprovalPage } from './support/ApprovalPage.js';
import { DemoPage, eventually } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { logIn } from './support/emailVisitor.js';

/** Opens the demo page in another tab of the same browser. */
async function anotherTab({ page }: DemoPage, query: string): Promise<DemoPage> {
  const tab = new DemoPage(await page.context().newPage());
  await tab.page.emulateMedia({ reducedMotion: 'reduce' });
  await tab.open(query);
  return tab;
}

async function logOut(demo: DemoPage): Promise<void> {
  await demo.page.bringToFront();
  await demo.connectButton.click();
  await demo.shows('Account', 'Account');
  await demo.button('Log out').click();
  await demo.reads('status', 'disconnected');
}

/** Bytes that are not readable text, which are shown only in the wallet window. */
const BYTES = `0x${'9c'.repeat(32)}`;

/** Requests a signature of bytes and returns the outcome. */
function askForBytes({ page }: DemoPage, address: string): Promise<unknown> {
  return page.evaluate(
    async ([account, data]) => {
      const flow = window.demo.kit.kernel.slots.get('embeddedWallet') as EmbeddedWalletFlow | undefined;
      const provider = (await flow?.wallet('eip155').provider()) as {
        request(request: { method: string; params: readonly unknown[] }): Promise<unknown>;
      };
      return provider.request({ method: 'personal_sign', params: [data, account] }).then(
        result => ({ result }),
        ({ code }: { code: number }) => ({ code }),
      );
    },
    [address, BYTES] as const,
  );
}

const KINDS = [
  ['EVM', 'adapters=evm'],
  ['Solana', 'adapters=solana'],
] as const;

describe('an email wallet in several tabs', { timeout: 180_000 }, () => {
  it.for(KINDS)(
    'is logged in and logged out in all of them at once, also after a reload: %s',
    async ([, kind], { demo, page, stack }) => {
      const query = `wallet=none&${kind}`;
      await demo.open(query);
      const second = await anotherTab(demo, query);
      const third = await anotherTab(demo, query);
      await page.bringToFront();
      const address = await logIn(demo, page, stack, kind);
      for (const tab of [second, third]) await tab.reads('address', address);
      await third.page.reload();
      await third.reads('address', address);

      await logOut(second);
      for (const tab of [demo, third]) await tab.reads('status', 'disconnected');
      for (const tab of [demo, second, third]) {
        await tab.page.reload();
        await tab.reads('status', 'disconnected');
      }
      await second.page.close();
      await third.page.close();
    },
  );

  it('signs nothing in a tab once another one is logged out: what waits there ends, and so does the window', async ({
    demo,
    page,
    stack,
  }) => {
    const address = await logIn(demo, page, stack, 'adapters=evm');
    const second = await anotherTab(demo, 'wallet=none&adapters=evm');
    await second.reads('status', 'connected');
    await page.bringToFront();
    const asked = askForBytes(demo, address);
    await demo.shows('ApproveTransaction');
    const window = await new ApprovalPage(demo).openWindow();
    await window.getByRole('button', { name: 'Reject' }).waitFor();
    await logOut(second);
    await eventually(() => window.isClosed(), true);
    expect(await asked).toMatchObject({ code: expect.any(Number) });
    await demo.reads('status', 'disconnected');
    await second.page.close();
  });

  it('follows the network of the other tab', async ({ demo, page, stack }) => {
    await logIn(demo, page, stack, 'adapters=evm');
    const second = await anotherTab(demo, 'wallet=none&adapters=evm');
    await second.reads('status', 'connected');
    await second.hostButton('Switch network').click();
    await second.reads('chain-id', '31338');
    await demo.reads('chain-id', '31338');
    await second.page.close();
  });
});

describe('a browser wallet in several tabs', () => {
  it('disconnects in all of them', async ({ demo, page }) => {
    await demo.openConnected();
    const second = await anotherTab(demo, 'prompt=auto');
    await second.reads('status', 'connected');
    await second.hostButton('Disconnect').click();
    await demo.reads('status', 'disconnected');
    await page.reload();
    await demo.reads('status', 'disconnected');
    await second.page.close();
  });
});
