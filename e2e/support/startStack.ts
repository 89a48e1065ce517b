import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { freePort } from '../../scripts/lib/ports.mjs';
import { ENS_RESOLVER } from './chain.js';

const root = path.join(import.meta.dirname, '../..');
/** Milliseconds until the start is given up. What it needs is built already. */
const readyLimit = 180_000;

/** URLs of the running services. */
export interface Stack {
  readonly demo: string;
  readonly gateway: string;
  /** The wallet service and the vault. */
  readonly frame: string;
  readonly vault: string;
  readonly chainA: string;
  readonly chainB: string;
  readonly solana: string;
  /** Esplora's API on regtest. */
  readonly bitcoin: string;
  readonly bundler: string;
  /** The relay that stands in for the WalletConnect network's, with http. */
  readonly network: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    stack: Stack;
  }
}

/**
 * Global setup of vitest: runs `npm start` with its own data and ports; for `npm run lab` it runs `npm run dev`. Tests get the URLs with
 * `inject('stack')`.
 */
export default async function startStack(project: TestProject): Promise<() => Promise<void>> {
  const ports = {
    demo: await freePort(),
    gateway: await freePort(),
    frame: await freePort(),
    vault: await freePort(),
    chainA: await freePort(),
    chainB: await freePort(),
    solana: await freePort(),
    bitcoin: await freePort(),
    idp: await freePort(),
    bundler: await freePort(),
    network: await freePort(),
  };
  const data = mkdtempSync(path.join(os.tmpdir(), 'latchkit-e2e-'));
  const postgres = process.env.LATCHKIT_TEST_POSTGRES;
  const child = spawn(process.execPath, [`scripts/${process.env.LATCHKIT_LAB ? 'dev' : 'start'}.mjs`], {
    cwd: root,
    env: {
      ...process.env,
      LATCHKIT_DEMO_PORT: String(ports.demo),
      LATCHKIT_GATEWAY_PORT: String(ports.gateway),
      LATCHKIT_FRAME_PORT: String(ports.frame),
      LATCHKIT_VAULT_PORT: String(ports.vault),
      LATCHKIT_CHAIN_A_PORT: String(ports.chainA),
      LATCHKIT_CHAIN_B_PORT: String(ports.chainB),
      LATCHKIT_SOLANA_PORT: String(ports.solana),
      LATCHKIT_BITCOIN_PORT: String(ports.bitcoin),
      LATCHKIT_IDP_PORT: String(ports.idp),
      LATCHKIT_BUNDLER_PORT: String(ports.bundler),
      LATCHKIT_NETWORK_RELAY_PORT: String(ports.network),
      LATCHKIT_DATA_DIR: data,
      // The database that a server begins with: tests create others beside it. Without a server it is PGlite.
      ...(postgres !== undefined && postgres !== 'off' && { DATABASE_URL: postgres }),
      // Tests simulate a visitor on another network with `X-Forwarded-For`.
      LATCHKIT_TRUSTED_PROXIES: 'loopback',
      // Names are resolved on chain A, where a journey may register some.
      LATCHKIT_ENS_31337: ENS_RESOLVER,
      // Only for the tests: the gateway refuses unknown variables.
      LATCHKIT_LAB: undefined,
      LATCHKIT_LAB_PORT: undefined,
      LATCHKIT_SCREENS: undefined,
      LATCHKIT_SCENES: undefined,
      LATCHKIT_README: undefined,
      LATCHKIT_TEST_POSTGRES: undefined,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let output = '';
  const ready = new Promise<void>((resolve, reject) => {
    const hear = (chunk: unknown) => {
      output += String(chunk);
      if (output.includes('Latchkit is ready')) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('exit', () => reject(new Error(`The stack exited while it started:\n${output}`)));
    setTimeout(
      () => reject(new Error(`The stack was not ready after three minutes:\n${output}`)),
      readyLimit,
    ).unref();
  });
  await ready.catch(async error => {
    child.kill('SIGTERM');
    await exited;
    rmSync(data, { recursive: true, force: true });
    throw error;
  });
  const address = (port: number) => `http://localhost:${port}`;
  project.provide('stack', {
    demo: address(ports.demo),
    gateway: address(ports.gateway),
    frame: address(ports.frame),
    vault: address(ports.vault),
    chainA: address(ports.chainA),
    chainB: address(ports.chainB),
    solana: address(ports.solana),
    bitcoin: address(ports.bitcoin),
    bundler: address(ports.bundler),
    network: address(ports.network),
  });
  return async () => {
    child.kill('SIGTERM');
    const [code] = await exited;
    rmSync(data, { recursive: true, force: true });
    if (code !== 0) throw new Error(`The stack ended with ${code} after SIGTERM:\n${output}`);
  };
}
