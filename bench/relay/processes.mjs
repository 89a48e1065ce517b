// Starts and stops the programs of a measurement, which share a temporary directory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/lib/ports.mjs';

const gatewayCommand = fileURLToPath(new URL('../../packages/gateway/dist/cli.js', import.meta.url));
const directory = mkdtempSync(path.join(os.tmpdir(), 'latchkit-relay-'));
const started = new Set();

export function start(command, args, { env = {}, stdio = ['ignore', 'pipe', 'inherit'] } = {}) {
  const child = spawn(command, args, { cwd: directory, env: { ...process.env, ...env }, stdio });
  started.add(child);
  child.once('exit', () => started.delete(child));
  return child;
}

export async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Returns the first line that a program prints, parsed as JSON. */
export async function firstLine(child) {
  const lines = createInterface({ input: child.stdout });
  // Don't wait forever for a program that exits without output.
  const [line = ''] = await Promise.race([once(lines, 'line'), once(lines, 'close')]);
  return JSON.parse(line);
}

/** Creates an empty directory for a gateway's data. */
export const dataDirectory = () => mkdtempSync(path.join(directory, 'data-'));

/** Starts a gateway with limits that the load doesn't reach. */
export async function startGateway(env) {
  const port = await freePort();
  const child = start(process.execPath, [gatewayCommand], {
    stdio: 'ignore',
    env: {
      // A bundler in this process has set NODE_ENV to production, where a relay without a public URL refuses every client.
      NODE_ENV: 'development',
      LATCHKIT_GATEWAY_PORT: String(port),
      LATCHKIT_FRAME_PORT: '0',
      LATCHKIT_VAULT_PORT: '0',
      LATCHKIT_DATA_DIR: env.LATCHKIT_DATA_DIR ?? dataDirectory(),
      LATCHKIT_LOG: 'off',
      LATCHKIT_LIMIT_PER_ADDRESS: '0',
      LATCHKIT_LIMIT_PER_PROJECT: '0',
      LATCHKIT_RELAY_CLIENT_RATE: '0',
      LATCHKIT_RELAY_TOPIC_RATE: '0',
      LATCHKIT_RELAY_SOCKETS_PER_ADDRESS: '0',
      LATCHKIT_RELAY_SOCKETS: '20000',
      LATCHKIT_RELAY_MAILBOX_SIZE: '1000000',
      ...env,
    },
  });
  const base = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries += 1) {
    const isReady = await fetch(`${base}/readyz`).then(
      answer => answer.ok,
      () => false,
    );
    if (isReady) break;
    if (tries > 6_000) throw new Error('The gateway did not become ready');
    await sleep(10);
  }
  const metric = async name => {
    const text = await (await fetch(`${base}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  return {
    child,
    url: `ws://127.0.0.1:${port}/relay`,
    metric,
    cpu: () => metric('latchkit_process_cpu_seconds_total'),
  };
}

/** Stops all programs that still run. */
export async function endAll() {
  await Promise.all([...started].map(stop));
  rmSync(directory, { recursive: true, force: true });
}
