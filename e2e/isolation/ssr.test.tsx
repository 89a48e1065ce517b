import { renderToString } from 'react-dom/server';
import { describe, expect, inject } from 'vitest';
import { createSsrKit, SsrApp } from './pages/SsrApp.js';
import { it as labIt } from './support/lab.js';
import { servePages } from './support/servePages.js';

const it = labIt.extend('pages', { scope: 'file' }, async ({ stack }, { onCleanup }) => {
  const server = await servePages(inject('isolationPages'), (html, request) => {
    if (!html.includes('<!--app-->')) return html;
    const kit = createSsrKit(stack.chainA, request.headers.cookie ?? '');
    return html.replace('<!--app-->', renderToString(<SsrApp kit={kit} />));
  });
  onCleanup(() => server.stop());
  return server.origin;
});

describe('a page that a server rendered', () => {
  it('is hydrated without a word, connects, and is served as reconnecting to a visitor who comes back', async ({
    lab,
    page,
  }) => {
    const said: string[] = [];
    page.on('console', message => {
      if (['error', 'warning'].includes(message.type())) said.push(message.text());
    });
    const address = lab.address('ssr', 'dev');
    const recovered = () => page.evaluate(() => (window as unknown as { recovered: string[] }).recovered);
    await page.goto(address);
    const status = () => page.getByTestId('host-status').textContent();
    expect(await status()).toBe('disconnected');
    await lab.button.click();
    await lab.row('Lab Wallet').click();
    await expect.poll(status).toBe('connected');
    expect(await recovered()).toEqual([]);

    const served = async () => {
      const cookies = await page.context().cookies();
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
      return (await fetch(address, { headers: { cookie } })).text();
    };
    await expect.poll(served).toContain('reconnecting');
    expect(await served()).not.toContain('Connect wallet');
    expect(await (await fetch(address)).text()).toContain('Connect wallet');
    await page.reload();
    await expect.poll(status).toBe('connected');
    expect(await recovered()).toEqual([]);
    expect(said).toEqual([]);
  });

  it('shows its styled buttons where scripts do not run', async ({ lab, browser }) => {
    const looks = async (javaScriptEnabled: boolean) => {
      const context = await browser.newContext({ javaScriptEnabled });
      const page = await context.newPage();
      await page.goto(lab.address('ssr', 'dev'));
      const button = page.getByRole('button', { name: 'Connect wallet' });
      await button.waitFor();
      if (javaScriptEnabled) await page.waitForFunction(() => document.adoptedStyleSheets.length > 0);
      const picture = await button.screenshot({ animations: 'disabled' });
      const background = await button.evaluate(element => getComputedStyle(element).backgroundColor);
      await context.close();
      return { picture: picture.toString('base64'), background };
    };
    const bare = await looks(false);
    expect(bare.background).not.toBe('rgb(239, 239, 239)');
    expect(bare).toEqual(await looks(true));
  });
});
