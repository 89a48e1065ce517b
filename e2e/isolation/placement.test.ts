import { describe, expect } from 'vitest';
import { ADDRESS, it } from './support/lab.js';

const modals = () => ({
  inBody: [...document.body.children].filter(({ localName }) => localName === 'latchkit-root').length,
  placed: document.querySelectorAll('.placed > latchkit-root').length,
});

describe('where the modal goes', () => {
  it('last in the body, once from the first intent, when nothing else is said [VIEW-02] (rows-D13)', async ({
    lab,
    page,
  }) => {
    await lab.open();
    await page.evaluate(() => void window.lab.host());
    await lab.button.waitFor();
    expect(await page.evaluate(modals)).toEqual({ inBody: 0, placed: 0 });
    for (let round = 0; round < 2; round += 1) {
      await lab.button.click();
      await lab.shows('Connect');
      expect(await page.evaluate(modals)).toEqual({ inBody: 1, placed: 0 });
      expect(await page.evaluate(() => document.body.lastElementChild?.localName)).toBe('latchkit-root');
      await page.keyboard.press('Escape');
      await lab.isClosed();
    }
  });

  it('append: false: nowhere until the host places it, then there, as a dialog [VIEW-02]', async ({
    lab,
    page,
  }) => {
    await lab.open();
    await page.evaluate(() => void window.lab.host({ modal: { append: false } }, { content: 'nothing' }));
    await page.evaluate(() => window.lab.hosts[0]?.open());
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(modals)).toEqual({ inBody: 0, placed: 0 });
    await page.evaluate(() => {
      window.lab.hosts[0]?.destroy();
      window.lab.host({ modal: { append: false } }, { content: 'modal', into: '#place' });
    });
    await page.evaluate(() => window.lab.hosts[1]?.open());
    await lab.shows('Connect');
    expect(await page.evaluate(modals)).toEqual({ inBody: 0, placed: 1 });
    await page.keyboard.press('Escape');
    await lab.isClosed();
  });

  it('embedded: in the page’s flow, nothing in the body, and a wallet connects there [VIEW-03]', async ({
    lab,
    page,
  }) => {
    await lab.open();
    await page.evaluate(() => {
      window.lab.wallet();
      window.lab.host({ modal: { mode: 'inline' } }, { content: 'modal', into: '#place' });
    });
    const inline = page.locator('.placed section[data-view]');
    await inline.getByRole('button', { name: 'Lab Wallet' }).waitFor();
    expect(await page.evaluate(modals)).toEqual({ inBody: 0, placed: 1 });
    expect(await page.getByRole('dialog').count()).toBe(0);
    // The page stays usable: the modal takes space in the flow, and the page scrolls.
    const box = await page.locator('#place').boundingBox();
    expect(box?.height).toBeGreaterThan(100);
    await page.locator('main > p > button').click();
    await page.mouse.wheel(0, 300);
    await page.waitForFunction(() => scrollY > 0);
    await inline.getByRole('button', { name: 'Lab Wallet' }).click();
    await expect.poll(() => inline.getAttribute('data-view')).toBe('Account');
    expect(
      await page.evaluate(() => window.lab.hosts[0]?.kit.store.getState().namespaces.eip155?.account),
    ).toMatchObject({ address: ADDRESS });
    expect(await page.evaluate(modals)).toEqual({ inBody: 0, placed: 1 });
    await page.evaluate(() => window.lab.hosts[0]?.destroy());
    await expect.poll(() => page.locator('latchkit-root').count()).toBe(0);
  });
});
