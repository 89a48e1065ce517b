import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { ApprovalPage } from './support/ApprovalPage.js';
import { DemoPage } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { toCodeStep, visitor } from './support/emailVisitor.js';

const KINDS = [
  ['EVM', 'adapters=evm'],
  ...(process.env.LATCHKIT_FULL ? ([['Solana', 'adapters=solana']] as const) : []),
] as const;

/** Expects that the sign-in view cannot be bypassed. */
async function isHeld(demo: DemoPage): Promise<void> {
  await demo.shows('SIWXSignMessage', 'Sign in');
  await demo.signButton.waitFor();
  await demo.reads('session', 'none');
  // Actions that close other views don't close this one.
  await demo.page.keyboard.press('Escape');
  expect(await demo.page.evaluate(() => window.demo.kit.store.getState().modal.open)).toBe(true);
  expect(await demo.modal.getAttribute('data-view')).toBe('SIWXSignMessage');
}

async function sign(demo: DemoPage): Promise<void> {
  await demo.signButton.click();
  await new ApprovalPage(demo).approve();
  await demo.isClosed();
  await expect.poll(() => demo.read('session')).not.toBe('none');
}

async function otherTab(page: Page, query: string): Promise<DemoPage> {
  const tab = new DemoPage(await page.context().newPage());
  await tab.open(`wallet=none&${query}`);
  return tab;
}

describe('sign-in after a login by email', () => {
  it.for(process.env.LATCHKIT_FULL ? KINDS : KINDS.slice(0, 1))(
    'is requested at once where it is required, in every tab and after a reload, until the visitor signs: %s [STATE-16] [STATE-36] [STATE-03]',
    async ([, kind], { demo, page, stack }) => {
      const query = `siwx=required&${kind}`;
      const inbox = visitor(stack);
      await toCodeStep(demo, page, inbox, query);
      await page.keyboard.type(await inbox.code());
      await isHeld(demo);
      const second = await otherTab(page, query);
      await isHeld(second);
      await page.reload();
      await isHeld(demo);
      const third = await otherTab(page, query);
      await isHeld(third);

      await demo.page.bringToFront();
      await sign(demo);
      const session = await demo.read('session');
      expect(JSON.parse(session)).toMatchObject({ accountAddress: await demo.read('caip-address') });
      await page.reload();
      await demo.reads('status', 'connected');
      await demo.reads('session', session);
      await demo.isClosed();
      for (const tab of [second, third]) {
        await tab.page.reload();
        await tab.reads('session', session);
        await tab.isClosed();
        await tab.page.close();
      }
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'is requested again for each account and network, returns when the visitor cancels, and ends with the connection',
    async ({ demo, page, stack }) => {
      const inbox = visitor(stack);
      await toCodeStep(demo, page, inbox, 'siwx=required');
      await page.keyboard.type(await inbox.code());
      await isHeld(demo);
      // The gateway verifies the signature of an account that is not deployed (ERC-6492).
      await sign(demo);
      const smart = await demo.read('session');
      expect(JSON.parse(smart)).toMatchObject({ accountAddress: await demo.read('caip-address') });

      const choose = async (label: string) => {
        await demo.connectButton.click();
        await demo.shows('Account');
        await demo.openSettings();
        await demo.button(label).click();
      };
      const cancel = async () => {
        await isHeld(demo);
        await demo.button('Cancel').click();
        await demo.reads('session', smart);
        await demo.reads('chain-id', '31337');
        await demo.leave();
      };
      await choose('Switch to your second address');
      await cancel();
      await choose('Switch to your second address');
      await isHeld(demo);
      await sign(demo);
      const second = await demo.read('session');
      const eoa = await demo.read('address');
      expect(JSON.parse(second)).toMatchObject({ accountAddress: `eip155:31337:${eoa}` });
      await choose('Switch to your smart account');
      await demo.reads('session', smart);
      await demo.button('Close').click();
      await demo.isClosed();

      const move = async (chainId: number) => {
        await demo.networkButton.click();
        await demo.shows('SwitchNetwork');
        await demo.modal.locator(`[data-return="network:eip155:${chainId}"]`).click();
      };
      // It has no smart accounts.
      await move(10);
      await cancel();
      await move(10);
      await isHeld(demo);
      await sign(demo);
      expect(JSON.parse(await demo.read('session'))).toMatchObject({ accountAddress: `eip155:10:${eoa}` });
      await move(31_337);
      await demo.reads('session', smart);
      await demo.isClosed();
      await choose('Switch to your second address');
      await demo.reads('session', second);

      await demo.leave();
      await demo.hostButton('Disconnect').click();
      await demo.reads('status', 'disconnected');
      const statusOf = async (session: string) => {
        const { token } = JSON.parse(session) as { token: string };
        const headers = { authorization: `Bearer ${token}` };
        return (await fetch(`${stack.gateway}/siwx/v1/session?projectId=${'0'.repeat(32)}`, { headers }))
          .status;
      };
      for (const session of [smart, second]) await expect.poll(() => statusOf(session)).toBe(401);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'is requested where it is optional too, but not again after the visitor continued without it [STATE-41]',
    async ({ demo, page, stack }) => {
      const inbox = visitor(stack);
      await toCodeStep(demo, page, inbox, 'siwx=optional');
      await page.keyboard.type(await inbox.code());
      await demo.shows('SIWXSignMessage', 'Sign in');
      await demo.button('Close').click();
      await demo.isClosed();
      await page.reload();
      await demo.reads('status', 'connected');
      expect(await demo.read('session')).toBe('none');
      expect(await demo.modal.count()).toBe(0);
    },
  );
});
