import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, inject, onTestFinished } from 'vitest';
import {
  createFrameKey,
  developmentFrameKey,
  MANIFEST,
  publicFrameKey,
  readManifest,
  signManifest,
} from '../../scripts/lib/signFrame.mjs';
import { it as base } from './support/sites.js';
import { WalletVisit } from './support/WalletVisit.js';
import { serveWallet } from './support/walletServices.js';

const developmentKey = developmentFrameKey();
const KEY = publicFrameKey(developmentKey.jwk);

/** `it` with a wallet that is served from a folder of the test's own, and a host page in a new context. */
const it = base
  .extend('folder', { scope: 'file' }, ({ sites: _ }, { onCleanup }) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'latchkit-pinned-'));
    onCleanup(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(inject('sitePages').walletPage, folder, { recursive: true });
    return folder;
  })
  .extend('served', { scope: 'file' }, async ({ folder }, { onCleanup }) => {
    const served = await serveWallet({ newDevice: 'code', directory: folder });
    onCleanup(() => served.stop());
    return served;
  })
  .extend('host', async ({ browser, sites, served }, { onCleanup }) => {
    const context = await browser.newContext();
    onCleanup(() => context.close());
    return new WalletVisit(await context.newPage(), sites.host('app'), served);
  });

/** Replaces a file of the served folder until the end of the test. */
function replaceFile(folder: string, name: string, content: string): void {
  const file = path.join(folder, name);
  const before = readFileSync(file);
  onTestFinished(() => writeFileSync(file, before));
  writeFileSync(file, content);
}

/** Adds a script to the served wallet page, before its own; the page marks itself when the script ran. */
function addScript(folder: string): void {
  const page = readFileSync(path.join(folder, 'index.html'), 'utf8');
  writeFileSync(path.join(folder, 'assets/added.js'), 'globalThis.wasAdded = true;');
  const added = '<script type="module" src="./assets/added.js"></script>';
  replaceFile(
    folder,
    'index.html',
    page.replace('<script', () => `${added}<script`),
  );
}

/** Serves the wallet page with its own script changed, and the integrity that fits. */
function changeScript(folder: string): void {
  const page = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const [, name = ''] = /src="\.\/(assets\/[^"]+)"/.exec(page) ?? [];
  const code = readFileSync(path.join(folder, name), 'utf8');
  writeFileSync(path.join(folder, 'assets/changed.js'), `globalThis.wasAdded = true;${code}`);
  const changed = page.replace(/src="[^"]+" integrity="[^"]+"/, 'src="./assets/changed.js"');
  replaceFile(folder, 'index.html', changed);
}

/** Loads the wallet page, and resolves once it has loaded: it may never respond. */
async function loadPage({ page, hostUrl, served }: WalletVisit, manifestKey?: string) {
  await page.goto(`${hostUrl}/host.html`);
  await page.waitForFunction(() => window.makeFrame !== undefined);
  await page.evaluate(
    ([wallet, key]) => {
      window.host = window.makeFrame(wallet, true, key);
      window.host.frame.load().catch(() => {});
      return new Promise(resolve => window.host.frame.element()?.addEventListener('load', resolve));
    },
    [served.url, manifestKey] as const,
  );
  const frame = page.frames().find(one => one.url().startsWith(served.url));
  if (frame === undefined) throw new Error('There is no wallet page.');
  return frame;
}

describe('a pinned wallet page', () => {
  it('opens a wallet, with a keyring that can ask nobody [SEC-80] [SEC-49]', async ({ host }) => {
    await host.open(KEY);
    await host.signIn(host.served.suite.address());
    const { accounts } = await host.call('GET_USER', {});
    expect(accounts).toHaveLength(2);
    await expect.poll(() => host.page.workers().length).toBe(1);
    const reached = await host.page.workers()[0]?.evaluate(async url => {
      try {
        await fetch(url);
        return 'reached';
      } catch {
        return 'refused';
      }
    }, `${host.served.url}/.well-known/jwks.json`);
    expect(reached).toBe('refused');
  });

  it("starts no keyring from a file that is not its script's [SEC-80]", async ({ host, folder }) => {
    await host.page.route('**/keyringWorker-*.js', route => {
      const code = readFileSync(path.join(folder, new URL(route.request().url()).pathname), 'utf8');
      return route.fulfill({ contentType: 'text/javascript', body: `${code}\n` });
    });
    await host.open();
    const email = host.served.suite.address();
    expect(await host.call('CONNECT_EMAIL', { email })).toMatchObject({ code: 'INTERNAL' });
    expect(host.page.workers()).toEqual([]);
  });

  it.for([
    ['an added script', addScript],
    ['a changed script', changeScript],
  ] as const)(
    'runs no script of a page with %s, and another host notices nothing [SEC-80]',
    async ([, change], { host, folder }) => {
      change(folder);
      const wasAdded = (frame: Awaited<ReturnType<typeof loadPage>>) =>
        frame.evaluate(() => (globalThis as { wasAdded?: boolean }).wasAdded === true);
      const unpinned = await loadPage(host);
      await expect.poll(() => wasAdded(unpinned)).toBe(true);
      expect(await wasAdded(await loadPage(host, KEY))).toBe(false);
    },
  );

  /** A wallet service whose operator changes what it writes into the page, and the policy to match, as a proxy in front of it. */
  async function rewritePage(host: WalletVisit, change: (config: Record<string, unknown>) => void) {
    await host.page.route('**/frame?*', async route => {
      // Node resolves no names below `localhost`.
      const url = route.request().url().replace('wallet.localhost', '127.0.0.1');
      const response = await route.fetch({ url });
      const headers = response.headers();
      let vault = '';
      const body = (await response.text()).replace(
        /(<meta name="latchkit-frame" content=")([^"]*)"/,
        (_, start: string, content: string) => {
          const config = JSON.parse(content.replaceAll('&quot;', '"')) as Record<string, unknown>;
          change(config);
          vault = String(config.vault);
          return `${start}${JSON.stringify(config).replaceAll('"', '&quot;')}"`;
        },
      );
      const policy = headers['content-security-policy']?.replace(
        /connect-src [^;]*/,
        `connect-src 'self' ${vault}`,
      );
      await route.fulfill({
        response,
        body,
        headers: { ...headers, 'content-security-policy': policy ?? '' },
      });
    });
  }

  const EVIL = 'https://vault.attacker.example';
  it.for([
    ['another vault', (config: Record<string, unknown>) => Object.assign(config, { vault: EVIL })],
    ['no vault', (config: Record<string, unknown>) => Object.assign(config, { vault: undefined })],
    [
      'a vault behind the name of the right one',
      (config: Record<string, unknown>) =>
        Object.assign(config, { vault: `${config.vault}@attacker.example` }),
    ],
  ] as const)(
    'is refused with %s in its configuration, before it receives anything [SEC-114]',
    async ([, change], { host }) => {
      await rewritePage(host, change);
      const { vaultUrl } = host.served;
      // The files are those of the manifest, so that the key alone accepts the page.
      await host.open(KEY);
      const sent: string[] = [];
      await host.page.exposeFunction('heard', (data: string) => sent.push(data));
      await host.page.addInitScript(() => {
        const { postMessage } = MessagePort.prototype;
        MessagePort.prototype.postMessage = function post(data: unknown, ...rest: never[]) {
          (window as unknown as { heard(data: string): void }).heard(JSON.stringify(data));
          return Reflect.apply(postMessage, this, [data, ...rest]);
        };
      });
      const opened = await host.open(KEY, vaultUrl).then(
        () => 'opened',
        () => host.page.locator('iframe').count(),
      );
      expect(opened).toBe(0);
      const error = await host.page.evaluate(() =>
        window.host.frame.load().then(
          () => 'opened',
          ({ code, context }) => [code, context.reason],
        ),
      );
      expect(error).toEqual(['FRAME_NOT_VERIFIED', 'configuration']);
      expect(sent.filter(data => !data.includes('"READY"'))).toEqual([]);
    },
  );

  it('opens with the vault that the host pins [SEC-114]', async ({ host }) => {
    await host.open(KEY, `${host.served.vaultUrl}/`);
    await host.signIn(host.served.suite.address());
    expect((await host.call('GET_USER', {})).accounts).toHaveLength(2);
  });

  it('is refused with another key, version or manifest, before it loads or is used [SEC-80]', async ({
    host,
    folder,
  }) => {
    const opened = (key: string) =>
      host.open(key).then(
        () => 'opened',
        () => host.page.locator('iframe').count(),
      );
    const reason = () =>
      host.page.evaluate(() =>
        window.host.frame.load().then(
          () => 'opened',
          ({ code, context }) => [code, context.reason],
        ),
      );
    expect(await opened(createFrameKey().publicKey)).toBe(0);
    expect(await reason()).toEqual(['FRAME_NOT_VERIFIED', 'signature']);
    const manifest = readManifest(folder);
    const signed = signManifest({ ...manifest, version: '9.9.9' }, developmentKey.jwk);
    replaceFile(folder, MANIFEST, JSON.stringify(signed));
    expect(await opened(KEY)).toBe(0);
    expect(await reason()).toEqual(['FRAME_NOT_VERIFIED', 'version']);
    replaceFile(folder, MANIFEST, '');
    expect(await opened(KEY)).toBe(0);
    expect(await reason()).toEqual(['FRAME_NOT_VERIFIED', 'manifest']);
  });
});
