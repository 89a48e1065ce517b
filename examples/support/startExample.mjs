import { rmSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { locateTestChromium } from '../../scripts/lib/findChromium.mjs';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { freePorts } from '../../scripts/lib/ports.mjs';
import { run, runNode } from '../../scripts/lib/run.mjs';
import { chain } from '../../scripts/lib/services.mjs';
import { createSupervisor } from '../../scripts/lib/supervisor.mjs';

// Frameworks read NODE_ENV, which a test runner has set.
const env = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };

async function must(result, what) {
  const { code, output } = await result;
  if (code !== 0) throw new Error(`${what} failed:\n${output.trim()}`);
}

/**
 * Installs an example with the current build of the package, builds it for production, and serves it together with a chain.
 * `program` is the framework's command-line program, `build` and `serve` its arguments.
 *
 * @param {{ name: string, program: string, build: readonly string[], serve: (port: number) => readonly string[] }} example
 */
export async function startExample({ name, program, build, serve }) {
  const cwd = inRoot('examples', name);
  rmSync(path.join(cwd, 'node_modules/latchkit'), { recursive: true, force: true });
  const install = ['install', '--no-save', '--ignore-scripts', '--include=dev', '--loglevel=error'];
  await must(run('npm', install, { cwd, env, quiet: true }), `npm install in examples/${name}`);
  await must(
    runNode([path.join(cwd, program), ...build], { cwd, env, quiet: true }),
    `Building examples/${name}`,
  );
  const [port, chainPort] = await freePorts(2);
  const supervisor = createSupervisor({
    onExit: (service, how) => console.error(`${service} ended (${how}).`),
  });
  await supervisor.start(chain('EVM chain A', 'LATCHKIT_CHAIN_A_PORT', chainPort, 31337));
  await supervisor.start({
    name,
    port,
    cwd,
    env,
    launch: () => [process.execPath, path.join(cwd, program), ...serve(port)],
    ready: { path: '/', init: {} },
  });
  const browser = await chromium.launch({
    executablePath: locateTestChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  return {
    browser,
    url: `http://localhost:${port}/?wallet=demo&chain=${encodeURIComponent(`http://localhost:${chainPort}`)}`,
    async stop() {
      await browser.close();
      await supervisor.stop();
    },
  };
}

/** Opens a page and records its uncaught errors, console errors and console warnings. */
export async function openPage({ browser, url }) {
  const page = await browser.newPage();
  const wrong = [];
  page.on('pageerror', error => wrong.push(String(error)));
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') wrong.push(message.text());
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  return { page, wrong };
}

/** Connects the demo wallet through the modal, as a visitor would. */
export async function connectDemoWallet(page) {
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Demo Wallet/ })
    .click();
  await page.getByRole('button', { name: 'Approve' }).click();
}
