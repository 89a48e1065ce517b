import { describe, expect } from 'vitest';
import { ADDRESS, type DemoPage } from './support/DemoPage.js';
import { decodeQr } from './support/decodeQr.js';
import { it } from './support/demo.js';

const RECEIVER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

async function openAccount(demo: DemoPage): Promise<void> {
  await demo.connectButton.click();
  await demo.shows('Account');
}

describe('activity', () => {
  it('lists what the account did, from the gateway’s history [CAP-12] [CALL-18] [ENT-16]', async ({
    demo,
    page,
  }) => {
    await demo.openConnected();
    await openAccount(demo);
    await demo.button('Send').click();
    await demo.modal.getByRole('textbox', { name: 'Amount' }).fill('0.125');
    await demo.modal.getByRole('textbox', { name: 'To' }).fill(RECEIVER);
    await demo.button('Review').click();
    await demo.modal.getByRole('button', { name: /^Send / }).click();
    await demo.shows('TransactionStatus');
    await demo.shows('Account');
    const asked = page.waitForRequest(request => request.url().includes('/history'));
    await demo.modal.getByRole('tab', { name: 'Activity' }).click();
    expect(new URL((await asked).url()).searchParams.get('chainId')).toBe('eip155:31337');
    const row = demo.modal.getByRole('listitem').filter({ hasText: '0.125 ETH' }).first();
    await row.filter({ hasText: 'Sent' }).filter({ hasText: 'To 0x3C…4293BC' }).waitFor();
    await page.keyboard.press('Escape');
    await demo.isClosed();
    await demo.hostButton('Open activity').click();
    await demo.shows('Activity', 'Activity');
    await demo.modal.getByRole('heading', { name: 'Today' }).waitFor();
    await demo.modal.getByRole('listitem').filter({ hasText: '0.125 ETH' }).first().waitFor();
  });

  it('moves between the tabs with the arrow keys [VIEW-18]', async ({ demo, page }) => {
    await demo.openConnected();
    await openAccount(demo);
    const tabs = demo.modal.getByRole('tab');
    await tabs.first().waitFor();
    expect(await tabs.allTextContents()).toEqual(['Tokens', 'NFTs', 'Activity']);
    await tabs.first().focus();
    await page.keyboard.press('ArrowRight');
    await demo.modal.getByRole('tab', { name: 'NFTs', selected: true }).waitFor();
    await demo.modal.getByRole('heading', { name: /No NFTs/ }).waitFor();
    await page.keyboard.press('End');
    await demo.modal.getByRole('tab', { name: 'Activity', selected: true }).waitFor();
  });
});

describe('a payment request', () => {
  it('is a link in a code, with the amount that was typed (EIP-681)', async ({ demo, page }) => {
    await demo.openConnected();
    await openAccount(demo);
    await demo.button('Receive').click();
    await demo.shows('Receive');
    await demo.button('Ask for an amount').click();
    await demo.modal.getByRole('textbox', { name: 'Amount to ask for' }).fill('1,5');
    const code = demo.modal.getByRole('img', { name: 'QR code of your payment request' });
    const link = `ethereum:${ADDRESS}@31337?value=1500000000000000000`;
    await expect.poll(() => code.getAttribute('data-uri')).toBe(link);
    expect(await decodeQr(page, await code.screenshot())).toBe(link);
    await demo.button('Show the address only').click();
    await demo.modal.getByRole('img', { name: 'QR code of your address' }).waitFor();
  });
});
