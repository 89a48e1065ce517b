import type { EmbeddedWalletFlow } from 'latchkit';
import { describe, expect } from 'vitest';
import { awaitedLater } from '../scripts/lib/awaitedLater.mjs';
import { ApprovalPage } from './support/ApprovalPage.js';
import { DemoPage, eventually } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { logIn } from './support/emailVisitor.js';
import type { Stack } from './support/startStack.js';

/** Opens the demo page in another tab of the same browser. */
async function anotherTab({ page }: DemoPage, query: string): Promise<DemoPage> {
  const tab = new DemoPage(await page.context().newPage());
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

/** Opens three tabs, logs in in the first, and expects all to be logged in, the third also after a reload. */
async function logInTabs(demo: DemoPage, stack: Stack, kind: string): Promise<[DemoPage, DemoPage, string]> {
  const query = `wallet=none&${kind}`;
  await demo.open(query);
  const second = await anotherTab(demo, query);
  const third = await anotherTab(demo, query);
  await demo.page.bringToFront();
  const address = await logIn(demo, demo.page, stack, kind);
  for (const tab of [second, third]) await tab.reads('address', address);
  await third.page.reload();
  await third.reads('address', address);
  return [second, third, address];
}

/** Expects every tab to be logged out, also after a reload. */
async function areLoggedOut(tabs: readonly DemoPage[]): Promise<void> {
  for (const tab of tabs) await tab.reads('status', 'disconnected');
  for (const tab of tabs) {
    await tab.page.reload();
    await tab.reads('status', 'disconnected');
  }
}

describe('an email wallet in several tabs', () => {
  if (process.env.LATCHKIT_FULL)
    it('is logged in and logged out in all of them at once, also after a reload: Solana', async ({
      demo,
      stack,
    }) => {
      const [second, third] = await logInTabs(demo, stack, 'adapters=solana');
      await logOut(second);
      await areLoggedOut([demo, second, third]);
    });

  // One journey, because logging in takes longer than the rest.
  it('is logged in and out in all of them at once, follows the network of another tab, and ends pending signatures and the window at logout: EVM', async ({
    demo,
    page,
    stack,
  }) => {
    const [second, third, address] = await logInTabs(demo, stack, 'adapters=evm');
    await second.hostButton('Switch network').click();
    for (const tab of [second, demo, third]) await tab.reads('chain-id', '31338');

    await page.bringToFront();
    const asked = awaitedLater(askForBytes(demo, address));
    await demo.shows('ApproveTransaction');
    const window = await new ApprovalPage(demo).openWindow();
    await window.getByRole('button', { name: 'Reject' }).waitFor();
    await logOut(second);
    await eventually(() => window.isClosed(), true);
    expect(await asked).toMatchObject({ code: expect.any(Number) });
    await areLoggedOut([demo, second, third]);
  });
});

describe('a browser wallet in several tabs', () => {
  it.runIf(process.env.LATCHKIT_FULL)('is connected in all of them by one press', async ({ demo }) => {
    await demo.open('prompt=auto');
    const second = await anotherTab(demo, 'prompt=auto');
    await demo.page.bringToFront();
    await demo.connect();
    await second.reads('status', 'connected');
    expect(await second.methods()).not.toContain('eth_requestAccounts');
    await second.page.close();
  });

  it.runIf(process.env.LATCHKIT_FULL)('disconnects in all of them', async ({ demo, page }) => {
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
