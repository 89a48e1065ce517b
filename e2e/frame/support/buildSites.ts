import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { developmentFrameKey, signFrame } from '../../../scripts/lib/signFrame.mjs';

const run = promisify(execFile);
const from = path.join(import.meta.dirname, '..');
const frame = path.join(import.meta.dirname, '../../../apps/frame');

declare module 'vitest' {
  interface ProvidedContext {
    /** Folders of the built host page, of the wallet page, and of the wallet page with a signed-in user. */
    sitePages: { readonly host: string; readonly walletPage: string; readonly wallet: string };
  }
}

/** Vitest global setup: builds the pages against the built package, once for all test files. */
export default async function buildSites(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'latchkit-sites-'));
  const [host, wallet, walletPage] = await Promise.all([
    buildPage(path.join(from, 'pages'), path.join(folder, 'host')),
    buildPage(path.join(from, 'wallet'), path.join(folder, 'wallet')),
    // Built again only if a test runs without a defence.
    process.env.LATCHKIT_WITHOUT_DEFENCE
      ? buildFrame(path.join(folder, 'walletPage'))
      : path.join(frame, 'dist'),
  ]);
  project.provide('sitePages', { host, walletPage, wallet });
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Builds the wallet page, and then the pages of its windows beside it. */
async function buildFrame(folder: string): Promise<string> {
  const config = path.join(from, 'pages/walletPage.config.ts');
  await buildPage(frame, folder, ['--emptyOutDir', '--mode', 'production'], config);
  await buildPage(frame, folder, ['--mode', 'windows'], config);
  signFrame(folder, developmentFrameKey());
  return folder;
}

async function buildPage(
  source: string,
  folder: string,
  more: readonly string[] = ['--emptyOutDir'],
  config = path.join(source, 'vite.config.ts'),
): Promise<string> {
  const vite = path.join(
    path.dirname(createRequire(import.meta.url).resolve('vite/package.json')),
    'bin/vite.js',
  );
  const options = ['--base', './', '--outDir', folder, ...more, '--logLevel', 'error'];
  const args = [vite, 'build', source, '--config', config, ...options];
  await run(process.execPath, args, { cwd: source, env: { ...process.env, NODE_ENV: 'production' } });
  return folder;
}
