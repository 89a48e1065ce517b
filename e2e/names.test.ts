import { nameMessage } from 'latchkit/protocol';
import type { Page, Request } from 'playwright-core';
import { createPublicClient, createWalletClient, http, parseEther } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect } from 'vitest';
import { UNIVERSAL_RESOLVER } from '../scripts/lib/installDevelopmentEns.mjs';
import { ApprovalPage } from './support/ApprovalPage.js';
import { violations } from './support/axe.js';
import { type DemoPage, eventually } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { logIn, switchToEoa } from './support/emailVisitor.js';
import { focused, tabTo } from './support/keyboard.js';
import { openPortal } from './support/openPortal.js';
import { phoneVisit } from './support/phoneVisit.js';
import { control } from './support/scenes/control.js';
import { standStill } from './support/standStill.js';

/** The key of anvil's tenth account, which no other journey uses. */
const PAYER = privateKeyToAccount('0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6');

/** What the host reads when no account of the embedded wallet is active. */
const REFUSED = 'ADDRESS_OR_AUTH_CONNECTOR_NOT_FOUND: Address or auth connector not found';

const field = (demo: DemoPage) => demo.modal.getByRole('textbox', { name: 'Name' });
const claim = (demo: DemoPage) => demo.button('Claim name');

/** The requests to the names service from now on. */
function listen(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', request => {
    if (request.url().includes('/v1/profile/') && request.method() !== 'OPTIONS') requests.push(request);
  });
  return requests;
}

const pathOf = (request: Request) => new URL(request.url()).pathname;

/** A name that no earlier run has registered. */
const newName = () => `ada-${crypto.randomUUID().replaceAll('-', '').slice(0, 10)}`;

/** Opens the registration from Account. */
async function toNames(demo: DemoPage): Promise<void> {
  await demo.connectButton.click();
  await demo.shows('Account');
  await demo.openSettings();
  await demo.button('Choose a name').click();
  await demo.shows('RegisterAccountName', 'Choose a name');
}

describe('account names', () => {
  it('are chosen by a user of the embedded wallet, and lead to payments: any client of ENS resolves them [CAP-11] [VIEW-23] [VIEW-24] [STATE-45] [STATE-46] [STATE-47] [VAL-19] [VAL-20] [CALL-27] [CALL-28] [CALL-29] [CALL-30] [CALL-31] [ENT-23] [LIM-17]', async ({
    demo,
    page,
    stack,
  }) => {
    const requests = listen(page);
    const address = (await logIn(demo, page, stack)) as `0x${string}`;
    await expect.poll(() => requests.map(pathOf)).toContain(`/v1/profile/reverse/${address}`);
    await toNames(demo);
    const name = newName();
    for (const [typed, isEnabled] of [
      ['abc', false],
      ['ab_c', false],
      ['ab c1', false],
      ['a-b1', true],
    ] as const) {
      await field(demo).fill(typed);
      await eventually(() => claim(demo).isEnabled(), isEnabled);
    }
    await field(demo).fill('welcome');
    await demo.modal.getByText('welcome isn’t available.').waitFor();
    const suggestions = demo.modal.getByRole('group', { name: 'Available names' });
    expect(await suggestions.getByRole('button').allTextContents()).toHaveLength(4);
    expect(await claim(demo).isDisabled()).toBe(true);
    expect(requests.map(pathOf)).toContain('/v1/profile/suggestions/welcome');

    await field(demo).fill(name);
    await demo.modal.getByText(`${name} is available`).waitFor();
    await claim(demo).click();
    const approval = new ApprovalPage(demo);
    await approval.armed();
    const registrations = () => requests.filter(one => one.method() === 'POST');
    expect(registrations()).toEqual([]);
    await approval.reject();
    await demo.shows('RegisterAccountName');
    expect(await field(demo).inputValue()).toBe(name);
    await claim(demo).click();
    await new ApprovalPage(demo).approve();
    await demo.shows('RegisterAccountNameSuccess', 'Name');
    const full = `${name}.reown.id`;
    await demo.modal.getByRole('heading', { name: full }).waitFor();
    expect(registrations().map(pathOf)).toEqual(['/v1/profile/account']);
    const body = registrations()[0]?.postDataJSON();
    expect(Object.keys(body).sort()).toEqual(['address', 'coin_type', 'message', 'signature']);
    expect(nameMessage.parse(JSON.parse(body.message))).toMatchObject({ name: full, attributes: {} });
    const profileName = () =>
      page.evaluate(() => window.demo.kit.store.getState().namespaces.eip155?.profileName);
    expect(await profileName()).toBe(full);
    await demo.button('Done').click();
    await demo.shows('Account');
    await demo.button(full).waitFor();
    await demo.openSettings();
    expect(await demo.button('Choose a name').count()).toBe(0);
    await demo.button('Send').click();
    await demo.shows('Send', 'Send');
    await demo.modal.getByRole('textbox', { name: 'To' }).fill(full);
    const shown = `${address.slice(0, 4)}…${address.slice(-6)}`;
    await demo.modal.getByText(`Resolves to ${shown}`).waitFor();
    expect(requests.map(pathOf)).toContain(`/v1/profile/account/${full}`);
    await page.reload();
    await expect.poll(profileName).toBe(full);

    const transport = http(stack.chainA);
    const client = createPublicClient({ transport });
    const found = await client.getEnsAddress({ name: full, universalResolverAddress: UNIVERSAL_RESOLVER });
    expect(found).toBe(address);
    const value = parseEther('0.25');
    const before = await client.getBalance({ address });
    const hash = await createWalletClient({ account: PAYER, transport }).sendTransaction({
      chain: null,
      to: found,
      value,
    });
    await client.waitForTransactionReceipt({ hash });
    expect(await client.getBalance({ address })).toBe(before + value);
    const legacy = await fetch(
      `${stack.gateway}/v1/profile/account/${name}.wcn.id?projectId=${'0'.repeat(32)}`,
    );
    expect((await legacy.json()).addresses[60].address).toBe(address);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'are chosen by keyboard, and the focus stays in the modal',
    async ({ demo, page, stack }) => {
      await logIn(demo, page, stack);
      await demo.connectButton.press('Enter');
      await demo.shows('Account');
      await tabTo(page, 'Wallet settings');
      await page.keyboard.press('Enter');
      await tabTo(page, 'Choose a name');
      await page.keyboard.press('Enter');
      await demo.shows('RegisterAccountName');
      await tabTo(page, 'Name');
      await page.keyboard.type('welcome');
      await demo.modal.getByText('welcome isn’t available.').waitFor();
      await page.keyboard.press('Tab');
      const suggested = await focused(page);
      await page.keyboard.press('Enter');
      expect(await field(demo).inputValue()).toBe(suggested);
      const name = newName();
      await field(demo).fill(name);
      await field(demo).press('Enter');
      await new ApprovalPage(demo).approve();
      await demo.shows('RegisterAccountNameSuccess');
      await tabTo(page, 'Done');
      await page.keyboard.press('Enter');
      await demo.shows('Account');
      await demo.button(`${name}.reown.id`).waitFor();
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'show in approvals and in the portal at the account that has one, and the other account shows none',
    async ({ demo, page, stack }) => {
      const address = await logIn(demo, page, stack);
      await toNames(demo);
      const name = newName();
      await field(demo).fill(name);
      await claim(demo).click();
      await new ApprovalPage(demo).approve();
      await demo.button('Done').click();
      await demo.button(`${name}.reown.id`).waitFor();
      await demo.leave();
      const review = async () => {
        await demo.hostButton('Sign message').click();
        const approval = new ApprovalPage(demo);
        await approval.armed();
        const text = (await approval.frame.locator('body').textContent()) ?? '';
        await approval.reject();
        return text;
      };
      expect(await review()).toContain(`${name}.reown.id`);
      const portal = await openPortal(demo);
      const rows = portal.getByRole('region', { name: 'Your addresses' }).getByRole('listitem');
      const named = rows.filter({ hasText: `${name}.reown.id` });
      await named.waitFor();
      expect(await named.locator('data').getAttribute('value')).toBe(address);
      expect(await named.count()).toBe(1);
      expect(await rows.count()).toBeGreaterThan(1);
      await portal.close();
      await demo.leave();
      await switchToEoa(demo);
      expect(await review()).not.toContain(name);
      expect(await demo.connectButton.textContent()).not.toContain(name);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'are chosen in a sheet on a phone, by touch',
    async ({ browser, stack }) => {
      await phoneVisit(browser, stack, {}, async demo => {
        const { page } = demo;
        await logIn(demo, page, stack);
        await demo.connectButton.tap();
        await demo.shows('Account');
        await demo.button('Wallet settings').tap();
        await demo.button('Choose a name').tap();
        await demo.shows('RegisterAccountName', 'Choose a name');
        const name = newName();
        await field(demo).tap();
        await page.keyboard.type(name);
        await demo.modal.getByText(`${name} is available`).waitFor();
        await claim(demo).tap();
        await new ApprovalPage(demo).approve();
        await demo.shows('RegisterAccountNameSuccess', 'Name');
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
        await demo.button('Done').tap();
        await demo.button(`${name}.reown.id`).waitFor();
      });
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)('are offered and chosen in Arabic', async ({ demo, page, stack }) => {
    await logIn(demo, page, stack);
    await demo.open('wallet=none&locale=ar');
    await demo.reads('status', 'connected');
    await demo.connectButton.click();
    await demo.shows('Account');
    await control(demo, 'name').click();
    await demo.shows('RegisterAccountName', 'اختر اسمًا');
    const input = demo.modal.getByRole('textbox', { name: 'الاسم' });
    await input.fill('welcome');
    await demo.modal.getByRole('group', { name: 'أسماء متاحة' }).getByRole('button').first().waitFor();
    const label = demo.modal.locator('.lk-field-stack label');
    const suffix = await demo.modal.locator('.lk-field-suffix').boundingBox();
    const { x = 0, width = 0 } = (await label.boundingBox()) ?? {};
    // The label ends before the suffix.
    expect(x + width).toBeLessThanOrEqual(suffix?.x ?? 0);
    await standStill(demo);
    expect(await violations(page)).toEqual([]);
    const name = newName();
    await input.fill(name);
    await control(demo, 'register').click();
    await new ApprovalPage(demo).approve();
    await demo.shows('RegisterAccountNameSuccess');
    await demo.modal.getByRole('heading', { name: `${name}.reown.id` }).waitFor();
  });

  it('are not offered to an external wallet, nor without an account, and nothing is requested [PERM-04] [ERR-55]', async ({
    demo,
    page,
  }) => {
    const requests = listen(page);
    await demo.open();
    await demo.hostButton('Register name').click();
    await demo.reads('error', REFUSED);
    await demo.openConnected();
    await demo.connectButton.click();
    await demo.shows('Account');
    expect(await demo.button('Choose a name').count()).toBe(0);
    await demo.leave();
    await demo.hostButton('Register name').click();
    await demo.reads('error', REFUSED);
    expect(requests).toEqual([]);
  });
});
