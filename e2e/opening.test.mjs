import { describe, expect } from 'vitest';
import { pageProbe, walletName } from '../bench/pageProbe.mjs';
import { serveHost } from '../bench/serveHost.mjs';
import { loadedFiles } from '../scripts/checks/sizes.mjs';
import { buildHost } from '../scripts/lib/buildHost.mjs';
import { it } from './support/journey.js';

describe('size budgets', () => {
  it.for(process.env.LATCHKIT_FULL ? ['latchkit-wagmi', 'latchkit-full'] : ['latchkit-full'])(
    'count the files that are loaded up to Connect at rest, and no others: %s',
    async (host, { page, stack, onTestFinished }) => {
      const { outDir, manifest } = await buildHost(host);
      const server = await serveHost(outDir, stack.chainA, { quality: 1 });
      onTestFinished(() => server.close());
      const loaded = [];
      page.on('request', request => loaded.push(new URL(request.url()).pathname.slice(1)));
      const files = () => loaded.filter(file => /\.(js|css)$/.test(file)).sort();
      await page.addInitScript(pageProbe, walletName);
      await page.goto(`${server.url}?gateway=${encodeURIComponent(stack.gateway)}`, {
        waitUntil: 'networkidle',
      });
      const { first, opened } = loadedFiles(manifest, host);
      expect(files()).toEqual(first.toSorted());
      await page.getByRole('button', { name: 'Connect wallet' }).click();
      await page.getByRole('dialog').getByRole('button', { name: walletName }).waitFor();
      await page.waitForFunction(() => window.bench.rest);
      await page.waitForLoadState('networkidle');
      expect(files()).toEqual([...first, ...opened].sort());
    },
  );
});
