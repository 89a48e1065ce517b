import { describe, expect, onTestFinished } from 'vitest';
import { openPglite } from '../packages/gateway/src/platform/adapters/pglite/pglite.js';
import { openListener } from '../packages/gateway/src/platform/http/openListener.js';
import { createGateway } from '../packages/gateway/src/project/createGateway.js';
import { awaitedLater } from '../scripts/lib/awaitedLater.mjs';
import { type DemoPage, eventually, WALLET } from './support/DemoPage.js';
import { it } from './support/demo.js';

const PROJECT = '0'.repeat(32);
const CONFIG = '/appkit/v1/config';

/** A separate gateway whose project a test may change, because other journeys use the stack's. */
async function startGateway() {
  const host = '127.0.0.1';
  const database = await openPglite();
  const gateway = await createGateway({ database, developmentMode: true });
  const listener = await openListener({ port: 0, host, variable: 'LATCHKIT_GATEWAY_PORT' });
  listener.serve(gateway.app.fetch);
  onTestFinished(async () => {
    await listener.close();
    await gateway.close();
    await database.close();
  });
  return { projects: gateway.projects, url: `http://${host}:${listener.port}` };
}

/** The names of the social logins that Connect offers. */
const socialButtons = ({ modal }: DemoPage) =>
  modal
    .getByRole('group', { name: 'Continue with a social account' })
    .getByRole('button')
    .evaluateAll(buttons => buttons.map(one => one.ariaLabel ?? one.textContent));

const emailInput = ({ modal }: DemoPage) => modal.getByRole('textbox', { name: 'Email address' });

describe('features of the project', () => {
  it('show and hide the branding line, whatever the page says [CFG-10]', async ({ demo, page, stack }) => {
    const other = await startGateway();
    await page.route(`${stack.gateway}${CONFIG}?**`, route =>
      route.continue({ url: route.request().url().replace(stack.gateway, other.url) }),
    );
    for (const reownBranding of [false, true]) {
      const project = await other.projects.find(PROJECT);
      if (!project) throw new Error('There is no project.');
      await other.projects.save({ ...project, features: { reownBranding } });
      const answered = awaitedLater(page.waitForResponse(response => response.url().includes(CONFIG)));
      await demo.open(`branding=${reownBranding ? 0 : 1}`);
      await demo.connectButton.click();
      await demo.shows('Connect');
      await demo.button(WALLET).waitFor();
      expect(await (await answered).json()).toEqual({ features: { reownBranding } });
      await eventually(() => demo.modal.getByText('Secured by').count(), reownBranding ? 1 : 0);
    }
  });

  it('offer and hide swaps [CFG-07]', async ({ demo, page, stack }) => {
    const other = await startGateway();
    await page.route(`${stack.gateway}${CONFIG}?**`, route =>
      route.continue({ url: route.request().url().replace(stack.gateway, other.url) }),
    );
    for (const swaps of [['1inch'], false] as const) {
      const project = await other.projects.find(PROJECT);
      if (!project) throw new Error('There is no project.');
      await other.projects.save({ ...project, features: { swaps: swaps && [...swaps] } });
      const answered = awaitedLater(page.waitForResponse(response => response.url().includes(CONFIG)));
      await demo.openConnected('prompt=auto&swaps=1');
      await demo.connectButton.click();
      await demo.shows('Account');
      expect(await (await answered).json()).toMatchObject({ features: { swaps } });
      await eventually(() => demo.button('Swap').count(), swaps ? 1 : 0);
    }
  });

  it('offer and hide buying, whatever the page says [CFG-08]', async ({ demo, page, stack }) => {
    const other = await startGateway();
    await page.route(`${stack.gateway}${CONFIG}?**`, route =>
      route.continue({ url: route.request().url().replace(stack.gateway, other.url) }),
    );
    for (const onramp of [false, ['meld']] as const) {
      const project = await other.projects.find(PROJECT);
      if (!project) throw new Error('There is no project.');
      await other.projects.save({ ...project, features: { onramp: onramp && [...onramp] } });
      const answered = awaitedLater(page.waitForResponse(response => response.url().includes(CONFIG)));
      await demo.openConnected(`prompt=auto&onramp=${onramp ? 0 : 1}`);
      await demo.connectButton.click();
      await demo.button('Receive').waitFor();
      expect(await (await answered).json()).toMatchObject({ features: { onramp } });
      await eventually(() => demo.button('Buy').count(), onramp ? 1 : 0);
    }
  });

  it('decide which logins are offered [CFG-01] [CFG-05] [CFG-06]', async ({ demo, page, stack }) => {
    const other = await startGateway();
    await page.route(`${stack.gateway}${CONFIG}?**`, route =>
      route.continue({ url: route.request().url().replace(stack.gateway, other.url) }),
    );
    for (const [email, socials, shown] of [
      [true, ['discord', 'github'], ['Continue with Discord', 'Continue with GitHub']],
      [false, ['discord'], ['Continue with Discord']],
      [false, false, []],
    ] as const) {
      const project = await other.projects.find(PROJECT);
      if (!project) throw new Error('There is no project.');
      await other.projects.save({ ...project, features: { email, socials: socials && [...socials] } });
      const answered = awaitedLater(page.waitForResponse(response => response.url().includes(CONFIG)));
      await demo.open();
      await demo.connectButton.click();
      await demo.shows('Connect');
      await demo.button(WALLET).waitFor();
      expect(await (await answered).json()).toMatchObject({ features: { email, socials } });
      await eventually(() => socialButtons(demo), [...shown]);
      await eventually(() => emailInput(demo).count(), email ? 1 : 0);
    }
  });

  it('have email login, seven social logins and activity on where no gateway answers, and what the host turned off is off [CFG-04] [CFG-14] [CFG-15] [CFG-16]', async ({
    demo,
    page,
    stack,
  }) => {
    await page.route(`${stack.gateway}${CONFIG}?**`, route => route.abort());
    const failed = awaitedLater(
      page.waitForEvent('requestfailed', request => request.url().includes(CONFIG)),
    );
    await demo.openConnected('branding=0');
    await demo.connectButton.click();
    await failed;
    await demo.shows('Account');
    await demo.modal.getByRole('tab', { name: 'Activity' }).click();
    await demo.modal.getByRole('tab', { name: 'Activity', selected: true }).waitFor();
    await demo.button('Disconnect').click();
    await demo.reads('status', 'disconnected');
    await demo.isClosed();
    await demo.connectButton.click();
    await demo.shows('Connect');
    await emailInput(demo).waitFor();
    expect(await demo.modal.getByText('Secured by').count()).toBe(0);
    const names = ['Apple', 'Discord', 'Facebook', 'Farcaster', 'GitHub', 'Google', 'X'];
    await eventually(
      async () => (await socialButtons(demo)).sort(),
      names.map(name => `Continue with ${name}`),
    );
  });
});

describe('the origins of the project', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    "raise 'Invalid App Configuration - Origin not found on Allowlist' once when its events are refused [ERR-26] (rows-W1)",
    async ({ demo, page, stack }) => {
      const other = await startGateway();
      const project = await other.projects.find(PROJECT);
      if (!project) throw new Error('There is no project.');
      await other.projects.save({ ...project, allowedOrigins: ['https://elsewhere.example'] });
      // A page that is not from the network has no address space, so that it needs leave to reach this machine.
      await page.context().grantPermissions(['local-network-access'], { origin: stack.demo });
      // Requests to the gateway are not routed, so that the browser asks for leave itself.
      await page.route(
        url => url.origin === stack.demo && url.pathname === '/',
        async route => {
          const response = await route.fetch();
          const body = (await response.text()).replaceAll(stack.gateway, other.url);
          await route.fulfill({ response, body });
        },
        { times: 1 },
      );
      const refused: number[] = [];
      page.on('response', response => {
        if (response.url().startsWith(`${other.url}/e?`) && response.request().method() === 'POST')
          refused.push(response.status());
      });
      await demo.open('email=0&socials=none');
      for (const count of [1, 2]) {
        await demo.connectButton.click();
        await demo.shows('Connect');
        await demo.button('Close').click();
        await demo.isClosed();
        await eventually(() => refused.length, count);
      }
      expect(refused).toEqual([403, 403]);
      const alerts = () =>
        page.evaluate(() => window.demo.kit.store.getState().alerts.map(({ shortMessage }) => shortMessage));
      await eventually(alerts, ['Invalid App Configuration - Origin not found on Allowlist']);
    },
  );
});
