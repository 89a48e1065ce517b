import { PROVIDER_NAMES, type SocialSignInProvider } from 'latchkit/protocol';
import { describe, expect, vi } from 'vitest';
import { startFarcaster } from '../../packages/gateway/test/wallet/startFarcaster.js';
import { serveWallet } from '../frame/support/walletServices.js';
import { continueToProvider } from '../support/continueToProvider.js';
import { decodeQr } from '../support/decodeQr.js';
import type { PortalVisit } from './support/PortalVisit.js';
import { it as journey } from './support/portalVisits.js';

/** `it` with services that also know Farcaster. */
const it = journey
  .extend('farcaster', { scope: 'file' }, async ({ chromium: _ }, { onCleanup }) => {
    const farcaster = await startFarcaster();
    onCleanup(() => farcaster.close());
    return farcaster;
  })
  .extend('served', { scope: 'file' }, async ({ farcaster }, { onCleanup }) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const served = await serveWallet({ hasProviders: true, farcaster });
    onCleanup(async () => {
      vi.useRealTimers();
      await served.stop();
    });
    return served;
  });

/** Google is in the portal's own journey. */
const PROVIDERS = [
  'apple',
  'discord',
  'facebook',
  'github',
  'telegram',
  'x',
] as const satisfies readonly SocialSignInProvider[];

describe('a login in the whole tab', () => {
  it.runIf(process.env.LATCHKIT_FULL).for(PROVIDERS)(
    'opens the portal with %s',
    async (provider, { enter, served }) => {
      const visit = await enter();
      const { page } = visit;
      await visit.open();
      await page.getByRole('button', { name: `Continue with ${PROVIDER_NAMES[provider]}` }).click();
      await continueToProvider(page);
      await page.getByRole('button', { name: 'Continue as someone new' }).click();
      await showsWallet(visit);
      expect(page.url()).toBe(`${served.url}/me`);
    },
  );
});

describe('a login with Farcaster', () => {
  it('opens the portal once the code is approved in the app, also after a reload', async ({
    enter,
    farcaster,
  }) => {
    const visit = await enter();
    await visit.open();
    await visit.button('Continue with Farcaster').click();
    const code = visit.page.getByRole('img', { name: /Farcaster/ });
    await code.waitFor();
    await visit.page.reload();
    await code.waitFor();
    // The portal's own policy allows no picture of the test.
    const reader = await visit.page.context().newPage();
    const url = (await decodeQr(reader, await code.screenshot())) ?? '';
    await reader.close();
    expect(await farcaster.approve(url, { person: 'ada' })).toBe(200);
    await showsWallet(visit);
  });
});

/** Waits until the portal shows a wallet. */
async function showsWallet(visit: PortalVisit): Promise<void> {
  await visit.shows('Your wallet');
  const address = visit.page.locator('.pt-row data').first();
  expect(await address.getAttribute('value')).toMatch(/^0x[0-9a-fA-F]{40}$/);
}
