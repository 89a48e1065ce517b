import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { freePorts } from '../../scripts/lib/ports.mjs';

const dist = file => import(new URL(`../../packages/gateway/dist/${file}`, import.meta.url).href);

async function until(url) {
  for (let count = 0; count < 600; count += 1) {
    const isUp = await fetch(url).then(
      response => response.text().then(() => response.ok),
      () => false,
    );
    if (isUp) return;
    await sleep(100);
  }
  throw new Error(`${url} does not respond`);
}

/**
 * Serves the built demo page and a gateway. With `route(page)`, the gateway's own code responds to `/getWallets` from a directory of
 * `count` wallets: those of the registry, each several times with different image URLs.
 *
 * @param {number} count
 */
export async function startDirectory(count) {
  const data = mkdtempSync(path.join(os.tmpdir(), 'latchkit-bench-'));
  const [demoPort, gatewayPort] = await freePorts(2);
  const env = {
    ...process.env,
    LATCHKIT_DEMO_PORT: String(demoPort),
    LATCHKIT_GATEWAY_PORT: String(gatewayPort),
    LATCHKIT_DATA_DIR: data,
  };
  const children = ['packages/gateway/dist/cli.js', 'apps/demo/server.mjs'].map(file =>
    spawn(process.execPath, [inRoot(file)], { env, stdio: 'ignore' }),
  );
  const gateway = `http://localhost:${gatewayPort}`;
  const url = `http://localhost:${demoPort}`;
  await Promise.all([until(`${gateway}/readyz`), until(url)]);
  const service = await serviceOf(count);
  const route = async page => {
    // Intercepts only these requests. Playwright's routes would intercept every image and disable the browser's cache.
    const session = await page.context().newCDPSession(page);
    session.on('Fetch.requestPaused', ({ requestId, request }) => {
      const query = Object.fromEntries(new URL(request.url).searchParams);
      const { page: number = 1, entries = 40, search, badge_type } = query;
      const answer = service.list({ page: Number(number), entries: Number(entries), search, badge_type });
      const body = Buffer.from(JSON.stringify(answer)).toString('base64');
      const responseHeaders = [
        { name: 'access-control-allow-origin', value: '*' },
        { name: 'content-type', value: 'application/json' },
      ];
      const fulfilled = { requestId, responseCode: 200, responseHeaders, body };
      // The page may have been closed.
      session.send('Fetch.fulfillRequest', fulfilled).catch(() => {});
    });
    await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/getWallets?*' }] });
  };
  const stop = () => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  };
  return { url, count, route, stop };
}

async function serviceOf(count) {
  const { imageService } = await dist('project/assets/service.js');
  const { imageStore } = await dist('project/assets/store.js');
  const { registry } = await dist('project/directory/registry.js');
  const { walletService } = await dist('project/directory/service.js');
  const { walletStore } = await dist('project/directory/store.js');
  const { walletLogos } = await dist('project/directory/walletLogos.js');
  const wallets = Array.from({ length: count }, (_, index) => {
    const wallet = registry[index % registry.length];
    const round = Math.floor(index / registry.length);
    if (round === 0) return wallet;
    return { ...wallet, id: `${wallet.id}.${round}`, name: `${wallet.name} ${round + 1}` };
  });
  const images = imageService(imageStore(walletLogos(walletStore().all())));
  const walletImageId = id => {
    const [name, round] = id.split('.');
    // The gateway ignores the hash after the image's name, so each copy can have its own URL.
    return round === undefined ? images.walletImageId(name) : `${name}.${round.padStart(16, '0')}`;
  };
  return walletService(walletStore(wallets), { walletImageId });
}
