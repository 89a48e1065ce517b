import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect } from 'vitest';
import type { StoredSession } from '../../apps/frame/src/storage/SessionStore.js';
import { withoutDefence } from '../../scripts/lib/withoutDefence.mjs';
import { it } from '../support/journey.js';
import type {} from './pages/storage.js';

const ENTRY = path.join(import.meta.dirname, 'pages/storage.ts');
const WALLET = 'https://wallet.test';
const SESSION: StoredSession = { sid: 's', access: 'a', until: 1, refresh: 'refresh' };

let script = '';
beforeAll(async () => {
  const [bundle] = (await build({
    configFile: false,
    plugins: [withoutDefence()],
    logLevel: 'error',
    build: { lib: { entry: ENTRY, formats: ['es'] }, write: false, minify: false },
  })) as Rolldown.RolldownOutput[];
  script = bundle?.output[0].code ?? '';
});

/** Opens a page of the wallet's origin with the storage of its context. */
async function visit(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.route(`${WALLET}/**`, route =>
    route.request().url().endsWith('.js')
      ? route.fulfill({
          contentType: 'text/javascript',
          body: script,
        })
      : route.fulfill({
          contentType: 'text/html',
          body: '<script type="module" src="/storage.js"></script>',
        }),
  );
  await page.goto(WALLET);
  await page.waitForFunction(() => window.storage !== undefined);
  return page;
}

const thumbprint = (page: Page) =>
  page.evaluate(async () => {
    const { installation } = await window.storage.openPartition();
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
    await page.waitForFunction(() => window.storage !== undefined);
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
      const opened = await Promise.all(Array.from({ length: 5 }, () => window.storage.openPartition()));
      return opened.map(({ installation }) => installation.jkt);
    });
    expect(new Set(found).size).toBe(1);
    await context.close();
  });

  it('stores no key that can be exported, and no share that can be read [SEC-49]', async ({ browser }) => {
    const context = await browser.newContext();
    const page = await visit(context);
    const stored = await page.evaluate(async () => {
      const shares = await window.storage.openShareStore();
      const share = new Uint8Array(32).fill(7);
      await shares.keep({ walletId: 'w', epoch: 1, share, sealedSeed: 'sealed' });
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

  it('keeps the last two share sets over a reload, each for its wallet and epoch', async ({ browser }) => {
    const context = await browser.newContext();
    const page = await visit(context);
    await page.evaluate(async () => {
      // The clock may stand still or be set back meanwhile.
      let now = Date.now();
      Date.now = () => now--;
      const shares = await window.storage.openShareStore();
      for (const epoch of [1, 2, 3]) {
        const share = new Uint8Array(32).fill(epoch);
        await shares.keep({ walletId: 'w', epoch, share, sealedSeed: `sealed ${epoch}` });
      }
    });
    await page.reload();
    await page.waitForFunction(() => window.storage !== undefined);
    const read = () =>
      page.evaluate(async () => {
        const store = await window.storage.openShareStore();
        const deviceShares = await Promise.all([1, 2, 3].map(epoch => store.read({ walletId: 'w', epoch })));
        return [...deviceShares.map(one => one && [one.share[0], one.sealedSeed]), await store.hasAny()];
      });
    expect(await read()).toEqual([undefined, [2, 'sealed 2'], [3, 'sealed 3'], true]);
    await context.close();
  });

  it('stores sessions per embedding page, and ignores invalid ones', async ({ browser }) => {
    const context = await browser.newContext();
    const page = await visit(context);
    const read = await page.evaluate(async session => {
      const partition = await window.storage.openPartition();
      await partition.sessions('https://one.test').keep(session);
      const again = await window.storage.openPartition();
      const kept = await again.sessions('https://one.test').read();
      const other = await again.sessions('https://two.test').read();
      await again.sessions('https://one.test').keep(undefined);
      const forgotten = await partition.sessions('https://one.test').read();
      await partition.sessions('https://one.test').keep({ ...session, until: 'soon' } as never);
      return [kept, other, forgotten, await again.sessions('https://one.test').read()];
    }, SESSION);
    expect(read).toEqual([SESSION, undefined, undefined, undefined]);
    await context.close();
  });

  it('lets one page at a time renew a session', async ({ browser }) => {
    const context = await browser.newContext();
    const [one, other] = [await visit(context), await visit(context)];
    const held = await one.evaluate(async () => {
      const { sessions } = await window.storage.openPartition();
      await new Promise<void>(resolve => {
        void sessions('https://one.test').alone(() => {
          resolve();
          return new Promise<void>(release => Object.assign(window, { release }));
        });
      });
      return true;
    });
    await other.evaluate(async () => {
      const { sessions } = await window.storage.openPartition();
      const waiting = { isIn: false };
      Object.assign(window, { waiting });
      const work = async () => {
        waiting.isIn = true;
      };
      Object.assign(window, { waited: sessions('https://one.test').alone(work) });
      await sessions('https://two.test').alone(async () => {});
    });
    const isIn = () =>
      other.evaluate(() => (window as unknown as { waiting: { isIn: boolean } }).waiting.isIn);
    expect([held, await isIn()]).toEqual([true, false]);
    await one.evaluate(() => (window as unknown as { release: () => void }).release());
    await other.evaluate(() => (window as unknown as { waited: Promise<void> }).waited);
    expect(await isIn()).toBe(true);
    await context.close();
  });

  it.for(process.env.LATCHKIT_FULL ? ['refuses', 'never opens'] : ['never opens'])(
    'lives in memory where the storage %s, and says so; never with keys that can be exported',
    async (how, { browser }) => {
      const context = await browser.newContext();
      await context.addInitScript(refuses => {
        IDBFactory.prototype.open = () => {
          if (refuses) throw new DOMException('storage is off', 'SecurityError');
          return Object.create(IDBOpenDBRequest.prototype, { addEventListener: { value: () => {} } });
        };
      }, how === 'refuses');
      const page = await visit(context);
      const found = await page.evaluate(async session => {
        const { installation, sessions } = await window.storage.openPartition();
        const shares = await window.storage.openShareStore();
        await shares.keep({ walletId: 'w', epoch: 1, share: new Uint8Array(32).fill(3), sealedSeed: 's' });
        await sessions('https://one.test').keep(session);
        return [
          installation.ephemeral,
          installation.signingKey.extractable,
          (await shares.read({ walletId: 'w', epoch: 1 }))?.share[0],
          await sessions('https://one.test').read(),
        ];
      }, SESSION);
      expect(found).toEqual([true, false, 3, SESSION]);
      await context.close();
    },
  );
});
