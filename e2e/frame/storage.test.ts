import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect } from 'vitest';
import type { openPartition } from '../../apps/frame/src/storage/openPartition.js';
import { it } from '../support/journey.js';

const ENTRY = path.join(import.meta.dirname, '../../apps/frame/src/storage/openPartition.ts');
const WALLET = 'https://wallet.test';

let script = '';
beforeAll(async () => {
  const [bundle] = (await build({
    configFile: false,
    logLevel: 'error',
    build: { lib: { entry: ENTRY, formats: ['es'] }, write: false, minify: false },
  })) as Rolldown.RolldownOutput[];
  script = bundle?.output[0].code ?? '';
});

declare global {
  interface Window {
    openPartition: typeof openPartition;
  }
}

/** A page of the wallet's origin with the storage of its context. */
async function visit(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.route(`${WALLET}/**`, route =>
    route.request().url().endsWith('.js')
      ? route.fulfill({
          contentType: 'text/javascript',
          body: `${script}\nwindow.openPartition = openPartition;`,
        })
      : route.fulfill({
          contentType: 'text/html',
          body: '<script type="module" src="/storage.js"></script>',
        }),
  );
  await page.goto(WALLET);
  await page.waitForFunction(() => window.openPartition !== undefined);
  return page;
}

const thumbprint = (page: Page) =>
  page.evaluate(async () => {
    const { installation } = await window.openPartition();
    return { jkt: installation.jkt, ephemeral: installation.ephemeral };
  });

describe('openPartition', () => {
  it('is the same installation after a reload and in another page, another one in another partition', async ({
    browser,
  }) => {
    const context = await browser.newContext();
    const page = await visit(context);
    const first = await thumbprint(page);
    expect(first).toEqual({ jkt: expect.stringMatching(/^[\w-]{43}$/), ephemeral: false });
    await page.reload();
    await page.waitForFunction(() => window.openPartition !== undefined);
    expect(await thumbprint(page)).toEqual(first);
    expect(await thumbprint(await visit(context))).toEqual(first);
    const other = await browser.newContext();
    expect(await thumbprint(await visit(other))).not.toEqual(first);
    await Promise.all([context.close(), other.close()]);
  });

  it('gives one installation to pages that open it at once', async ({ browser }) => {
    const context = await browser.newContext();
    const page = await visit(context);
    const found = await page.evaluate(async () => {
      const opened = await Promise.all(Array.from({ length: 5 }, () => window.openPartition()));
      return opened.map(({ installation }) => installation.jkt);
    });
    expect(new Set(found).size).toBe(1);
    await context.close();
  });

  it('stores no key that can be exported, and no half that can be read [SEC-49]', async ({ browser }) => {
    const context = await browser.newContext();
    const page = await visit(context);
    const stored = await page.evaluate(async () => {
      const { installation } = await window.openPartition();
      const half = new Uint8Array(32).fill(7);
      await installation.keepDoor({ walletId: 'w', epoch: 1, half, sealedSeed: 'sealed' });
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open('latchkit-wallet');
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      const all = (store: string) =>
        new Promise<Record<string, unknown>[]>(resolve => {
          const asking = database.transaction(store).objectStore(store).getAll();
          asking.onsuccess = () => resolve(asking.result);
        });
      const [keys] = await all('keys');
      const { signing, sealing, door } = keys as Record<'signing' | 'sealing', CryptoKeyPair> & {
        door: CryptoKey;
      };
      const refusals: string[] = [];
      for (const key of [signing.privateKey, sealing.privateKey, door]) {
        for (const format of ['jwk', 'pkcs8', 'raw'] as const) {
          await crypto.subtle.exportKey(format, key).catch(({ name }) => refusals.push(name));
        }
      }
      const [kept] = await all('doors');
      return {
        extractable: [signing.privateKey, sealing.privateKey, door].map(key => key.extractable),
        refusals: refusals.length,
        door: Object.values(kept ?? {}).map(value =>
          value instanceof Uint8Array ? value.includes(7) && value.every(byte => byte === 7) : String(value),
        ),
      };
    });
    expect(stored.extractable).toEqual([false, false, false]);
    expect(stored.refusals).toBe(9);
    expect(stored.door).not.toContain(true);
    await context.close();
  });

  it('keeps the last two doors over a reload, each for its wallet and epoch, and forgets all', async ({
    browser,
  }) => {
    const context = await browser.newContext();
    const page = await visit(context);
    await page.evaluate(async () => {
      const { installation } = await window.openPartition();
      for (const epoch of [1, 2, 3]) {
        const half = new Uint8Array(32).fill(epoch);
        await installation.keepDoor({ walletId: 'w', epoch, half, sealedSeed: `sealed ${epoch}` });
      }
    });
    await page.reload();
    await page.waitForFunction(() => window.openPartition !== undefined);
    const read = () =>
      page.evaluate(async () => {
        const { installation } = await window.openPartition();
        const doors = await Promise.all(
          [1, 2, 3].map(epoch => installation.readDoor({ walletId: 'w', epoch })),
        );
        return doors.map(door => door && [door.half[0], door.sealedSeed]);
      });
    expect(await read()).toEqual([undefined, [2, 'sealed 2'], [3, 'sealed 3']]);
    const before = await thumbprint(page);
    await page.evaluate(async () => (await window.openPartition()).installation.forget());
    expect(await read()).toEqual([undefined, undefined, undefined]);
    expect(await thumbprint(page)).not.toEqual(before);
    await context.close();
  });

  it('keeps sessions apart by the page that embeds the wallet', async ({ browser }) => {
    const context = await browser.newContext();
    const page = await visit(context);
    const read = await page.evaluate(async () => {
      const partition = await window.openPartition();
      await partition.sessions('https://one.test').keep('refresh');
      const again = await window.openPartition();
      const kept = await again.sessions('https://one.test').read();
      const other = await again.sessions('https://two.test').read();
      await again.sessions('https://one.test').keep(undefined);
      return [kept, other, await partition.sessions('https://one.test').read()];
    });
    expect(read).toEqual(['refresh', undefined, undefined]);
    await context.close();
  });

  it('lives in memory where the browser stores nothing, and says so; never with keys that can be exported', async ({
    browser,
  }) => {
    const context = await browser.newContext();
    await context.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('storage is off', 'SecurityError');
      };
    });
    const page = await visit(context);
    const found = await page.evaluate(async () => {
      const { installation, sessions } = await window.openPartition();
      await installation.keepDoor({
        walletId: 'w',
        epoch: 1,
        half: new Uint8Array(32).fill(3),
        sealedSeed: 's',
      });
      await sessions('https://one.test').keep('refresh');
      return [
        installation.ephemeral,
        installation.signingKey.extractable,
        (await installation.readDoor({ walletId: 'w', epoch: 1 }))?.half[0],
        await sessions('https://one.test').read(),
      ];
    });
    expect(found).toEqual([true, false, 3, 'refresh']);
    await context.close();
  });
});
