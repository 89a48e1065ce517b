import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { freePorts } from '../../scripts/lib/ports.mjs';
import type { Sites } from './support/serveSites.js';
import { it } from './support/sites.js';

/** Milliseconds within which the line is there, from the moment when the page can know it; the look itself waits for a second. */
const AT_ONCE = 2_000;

/** Starts a server that treats every connection in the same way. Returns its address. */
async function serverThat(
  answers: Parameters<typeof createServer>[1],
  onCleanup: (end: () => Promise<void>) => void,
): Promise<string> {
  const server = createServer(answers).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onCleanup(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

/** An address at which nothing answers. */
async function nowhere(): Promise<string> {
  const [port = 0] = await freePorts(1);
  const socket = connect(port, '127.0.0.1');
  const [error] = await once(socket, 'error').catch(error => [error]);
  if (!error) throw new Error('Something answers.');
  return `http://127.0.0.1:${port}`;
}

/** Opens the host page, with a policy if one is given, and starts the wallet page. Returns what the console says, with times. */
async function driven(page: Page, sites: Sites, { wallet, policy }: { wallet: string; policy?: string }) {
  const lines: { readonly text: string; readonly at: number }[] = [];
  page.on('console', message => {
    if (message.text().startsWith('[latchkit]')) lines.push({ text: message.text(), at: Date.now() });
  });
  sites.rules.policy = policy;
  const host = sites.host('app');
  await page.goto(`${host}/modal.html?wallet=${encodeURIComponent(wallet)}`);
  const begun = Date.now();
  await page.evaluate(async () => {
    const { kit } = window;
    // Its failure is what the test is about.
    void (await kit.options.embeddedWallet?.follow(kit))?.preload();
  });
  return { lines, begun, frame: () => page.locator('latchkit-root > iframe').count() };
}

describe('a wrong wallet service, through createLatchkit', () => {
  const own = (wallet: string) => `default-src 'self' ${wallet}; frame-src ${wallet}; img-src 'self' data:`;

  it.runIf(process.env.LATCHKIT_FULL)('is down: one line names its address', async ({ visit, sites }) => {
    const wallet = await nowhere();
    const { lines, begun, frame } = await driven(visit.page, sites, { wallet });
    await expect.poll(() => lines.length, { timeout: 15_000, interval: 50 }).toBe(1);
    expect(lines[0]?.text).toContain(`nothing answers at ${wallet}. Start the wallet service`);
    expect((lines[0]?.at ?? 0) - begun).toBeLessThan(AT_ONCE);
    expect(await frame()).toBe(0);
  });

  it.runIf(process.env.LATCHKIT_FULL).for([
    ['another server', 404],
    ['the gateway', 200],
  ] as const)('is %s: one line says so', async ([, status], { visit, sites, onTestFinished }) => {
    const wallet = await serverThat(
      (_, response) => response.writeHead(status, { 'content-type': 'application/json' }).end('{}'),
      onTestFinished,
    );
    const { lines, begun, frame } = await driven(visit.page, sites, { wallet });
    await expect.poll(() => lines.length, { timeout: 15_000, interval: 50 }).toBe(1);
    expect(lines[0]?.text).toContain(`what answers at ${wallet} is not a wallet service`);
    expect((lines[0]?.at ?? 0) - begun).toBeLessThan(AT_ONCE);
    expect(await frame()).toBe(0);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'hangs: one line with its address, once its 20 s are over',
    async ({ visit, sites, onTestFinished }) => {
      const wallet = await serverThat(() => {}, onTestFinished);
      const { lines, begun } = await driven(visit.page, sites, { wallet });
      await expect.poll(() => lines.length, { timeout: 30_000, interval: 50 }).toBe(1);
      expect(lines[0]?.text).toContain('did not respond within 20 s');
      expect(lines[0]?.text).toContain(`Its address is ${wallet}.`);
      expect((lines[0]?.at ?? 0) - begun).toBeLessThan(20_000 + AT_ONCE);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)('is not in frame-src: one line names it', async ({ visit, sites }) => {
    const { wallet } = sites;
    const policy = own(wallet).replace(`frame-src ${wallet}`, "frame-src 'self'");
    const { lines, begun, frame } = await driven(visit.page, sites, { wallet, policy });
    await expect.poll(() => lines.length, { timeout: 15_000, interval: 50 }).toBe(1);
    expect(lines[0]?.text).toContain(`Add ${wallet} to frame-src`);
    expect((lines[0]?.at ?? 0) - begun).toBeLessThan(AT_ONCE);
    expect(await frame()).toBe(0);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'is not in connect-src and down: a warning at once, the error after its 20 s',
    async ({ visit, sites }) => {
      const wallet = await nowhere();
      const policy = `${own(wallet)}; connect-src 'self'`;
      const { lines, begun } = await driven(visit.page, sites, { wallet, policy });
      await expect.poll(() => lines.length, { timeout: 15_000, interval: 50 }).toBe(1);
      expect(lines[0]?.text).toContain(`the wallet page at ${wallet} has loaded and does not respond`);
      expect((lines[0]?.at ?? 0) - begun).toBeLessThan(AT_ONCE);
      await expect.poll(() => lines.length, { timeout: 30_000, interval: 50 }).toBe(2);
      expect(lines[1]?.text).toContain(`Its address is ${wallet}.`);
    },
  );
});
