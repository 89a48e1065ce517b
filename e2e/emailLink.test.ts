import { describe, expect } from 'vitest';
import { checkLooksInFull } from './support/checkLooks.js';
import { eventually } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { decide, toDeviceStep, visitor } from './support/emailVisitor.js';
import { focused } from './support/keyboard.js';
import { resize } from './support/resize.js';
import { stopClock } from './support/stopClock.js';

describe('the link of an email login', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'moves on without a press when the link was approved on another device, whose page can be closed',
    async ({ demo, page, browser, stack }) => {
      const inbox = visitor(stack);
      const questions: string[] = [];
      page.on('request', request => {
        if (request.method() === 'GET' && request.url().startsWith(`${stack.vault}/v1/approvals/`)) {
          questions.push(request.url());
        }
      });
      await toDeviceStep(demo, page, inbox);
      const device = await browser.newContext();
      const link = await device.newPage();
      await link.goto(await inbox.link());
      await link.getByRole('button', { name: 'Approve' }).click();
      await demo.shows('EmailVerifyOtp', 'Log in');
      // It used long polling instead of frequent requests.
      expect(questions.filter(url => !url.endsWith('/decision'))).toEqual([]);
      expect(questions.length).toBeLessThan(5);
      const done = link.locator('[data-part="approved"]');
      await done.getByRole('heading', { name: 'Approved' }).waitFor();
      await done.getByText('You can close this tab.').waitFor();
      // The heading has the focus, so that screen readers announce it.
      await eventually(() => link.title(), 'Approved');
      await eventually(() => link.evaluate(() => document.activeElement?.textContent), 'Approved');
      // The code is not entered there.
      expect(await link.locator('input:visible, button:visible').count()).toBe(0);
      await device.close();
      await eventually(() => focused(page), 'Six-digit code');
      await page.keyboard.type(await inbox.code());
      await demo.reads('status', 'connected');
    },
  );

  it('enables the buttons of the link’s page half a second after the question is shown', async ({
    demo,
    page,
    browser,
    stack,
  }) => {
    const inbox = visitor(stack);
    await toDeviceStep(demo, page, inbox);
    const device = await browser.newContext();
    const link = await device.newPage();
    await stopClock(link);
    await link.goto(await inbox.link());
    await link.getByRole('heading', { name: 'Are you logging in right now?' }).waitFor();
    const choices = ['Not me', 'Approve'].map(name => link.getByRole('button', { name, exact: true }));
    const enabled = () => Promise.all(choices.map(choice => choice.isEnabled()));
    expect(await enabled()).toEqual([false, false]);
    await link.clock.runFor(499);
    expect(await enabled()).toEqual([false, false]);
    // The wait restarts if the page gets the focus meanwhile.
    const later = async () => {
      await link.clock.runFor(1);
      return enabled();
    };
    await eventually(later, [true, true]);
    await device.close();
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'has the values of the link’s page at the end of their lines, in Arabic too',
    async ({ demo, page, browser, stack }) => {
      const inbox = visitor(stack);
      await toDeviceStep(demo, page, inbox);
      const address = await inbox.link();
      const device = await browser.newContext({ viewport: { width: 390, height: 844 } });
      const link = await device.newPage();
      for (const [language, side] of [
        ['en', 'right'],
        ['de', 'right'],
        ['ar', 'left'],
      ] as const) {
        const url = new URL(address);
        url.searchParams.set('lang', language);
        await link.goto(url.href);
        await link.locator('dl').waitFor();
        await link.locator('button:enabled').first().waitFor();
        await checkLooksInFull(link, `link-${language}`);
        await resize(link, { width: 390, height: 844 });
        const gaps = await link.locator('dl > div').evaluateAll((lines, edge) => {
          return lines.map(line => {
            const range = document.createRange();
            range.selectNodeContents(line.querySelector('dd') ?? line);
            return Math.abs(range.getBoundingClientRect()[edge] - line.getBoundingClientRect()[edge]) < 1;
          });
        }, side);
        expect(gaps, language).toEqual([true, true, true, true]);
      }
      await device.close();
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'approves a login from another network only after a tick',
    async ({ demo, page, browser, stack }) => {
      const inbox = visitor(stack);
      await toDeviceStep(demo, page, inbox);
      const headers = { 'x-forwarded-for': '203.0.113.7' };
      const device = await browser.newContext({ extraHTTPHeaders: headers });
      const link = await device.newPage();
      await link.goto(await inbox.link());
      await link.getByRole('heading', { name: 'This login started somewhere else' }).waitFor();
      await eventually(() => link.getByRole('button', { name: 'Not me' }).isEnabled(), true);
      const approve = link.locator('button[data-needs]');
      const state = async () => [await approve.innerText(), await approve.isEnabled()];
      const [off, on] = [
        ['Tick the box to approve', false],
        ['Approve', true],
      ];
      await eventually(state, off);
      await link.getByRole('checkbox').check();
      await eventually(state, on);
      await link.getByRole('checkbox').uncheck();
      await eventually(state, off);
      await demo.shows('EmailVerifyDevice', 'New device');
      await link.getByRole('checkbox').check();
      await approve.click();
      await link.getByRole('heading', { name: 'Approved' }).waitFor();
      await device.close();
      await demo.shows('EmailVerifyOtp', 'Log in');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'reports that a device was denied, and does not log in',
    async ({ demo, page, context, stack }) => {
      const inbox = visitor(stack);
      await toDeviceStep(demo, page, inbox);
      await decide(context, await inbox.link(), 'Not me');
      await demo.modal.getByRole('heading', { name: 'Login declined' }).waitFor();
      await demo.button('Use another email').click();
      await demo.shows('Connect', 'Log in to Meridian');
      await eventually(() => focused(page), 'Email address');
      await demo.reads('status', 'disconnected');
    },
  );
});
