import { describe, expect } from 'vitest';
import { pageProbe, walletName } from '../bench/pageProbe.mjs';
import { serveHost } from '../bench/serveHost.mjs';
import { loadedFiles } from '../scripts/checks/sizes.mjs';
import { buildHost } from '../scripts/lib/buildHost.mjs';
import { it } from './support/journey.js';

describe('size budgets', () => {
  it('count every file that is loaded up to the painted Connect view', { timeout: 60_000 }, async ({
    page,
    stack,
  }) => {
    const { outDir, manifest } = await buildHost('latchkit-wagmi');
    const server = await serveHost(outDir, stack.chainA);
    try {
      const loaded = [];
      page.on('request', request => loaded.push(new URL(request.url()).pathname.slice(1)));
      await page.addInitScript(pageProbe, walletName);
      await page.goto(server.url, { waitUntil: 'networkidle' });
      const { first, opened } = loadedFiles(manifest);
      const files = () => loaded.filter(file => /\.(js|css)$/.test(file));
      // What idle loads is loaded by now; it counts with what opening loads.
      expect(files()).toEqual(expect.arrayContaining(first));
      expect(files().filter(file => !first.includes(file) && !opened.includes(file))).toEqual([]);
      await page.getByRole('button', { name: 'Connect wallet' }).click();
      await page.getByRole('dialog').getByRole('button', { name: walletName }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(files().length).toBeGreaterThan(first.length);
      expect(files().filter(file => !first.includes(file) && !opened.includes(file))).toEqual([]);
    } finally {
      await server.close();
    }
  });
});
