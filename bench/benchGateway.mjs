import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRoot } from '../scripts/lib/paths.mjs';
import { freePorts } from '../scripts/lib/ports.mjs';

/** Starts the built gateway on a free port, with its own data folder. */
export async function benchGateway() {
  const data = mkdtempSync(path.join(os.tmpdir(), 'latchkit-bench-'));
  const [port, frame, vault] = await freePorts(3);
  const child = spawn(process.execPath, [inRoot('packages/gateway/dist/cli.js')], {
    env: {
      ...process.env,
      LATCHKIT_GATEWAY_PORT: String(port),
      LATCHKIT_FRAME_PORT: String(frame),
      LATCHKIT_VAULT_PORT: String(vault),
      LATCHKIT_DATA_DIR: data,
    },
    stdio: 'ignore',
  });
  const url = `http://localhost:${port}`;
  const stop = () => {
    child.kill('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  };
  for (let count = 0; count < 600; count += 1) {
    const isUp = await fetch(`${url}/readyz`).then(
      response => response.ok,
      () => false,
    );
    if (isUp) return { url, stop };
    await sleep(100);
  }
  stop();
  throw new Error(`${url} does not respond`);
}
