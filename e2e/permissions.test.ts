import { describe, expect } from 'vitest';
import type { DemoPage } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { signIn } from './support/signIn.js';
import { openWallets } from './support/threeWallets.js';

/** Signs the visitor of the demo wallet in, opens the wallets, and returns the requests for permissions. */
async function signedInWallets(demo: DemoPage, query: string): Promise<readonly string[]> {
  const asked: string[] = [];
  demo.page.on('request', request => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/v1/sessions')) asked.push(pathname);
  });
  await demo.openConnected(`prompt=auto&siwx=required&${query}`);
  await signIn(demo);
  await openWallets(demo);
  return asked;
}

describe('the list of permissions', () => {
  it('is neither shown nor loaded without the feature smartSessions, which is off by default [CFG-24]', async ({
    demo,
  }) => {
    const asked = await signedInWallets(demo, '');
    expect(await demo.modal.getByRole('heading', { name: 'Permissions', exact: true }).count()).toBe(0);
    expect(asked).toEqual([]);
  });

  it('is shown with the feature, as the gateway has it [CFG-24]', async ({ demo }) => {
    const asked = await signedInWallets(demo, 'smartSessions=1');
    await demo.modal.getByRole('heading', { name: 'Permissions', exact: true }).waitFor();
    await demo.modal.getByText('No permissions granted').waitFor();
    expect(asked).toHaveLength(1);
  });
});
