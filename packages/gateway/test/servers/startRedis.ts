import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../scripts/lib/ports.mjs';
import { connectRedis } from '../../src/platform/adapters/redis/connectRedis.js';
import { waitUntil } from '../waitUntil.js';

/** Reason for skipping tests on Redis. */
export const NO_REDIS = 'no Redis server is installed: apt-get install redis-server';

/** Whether a Redis server is installed. */
export function hasRedis(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Starts a real Redis server without persistence. */
export async function startRedis(port?: number): Promise<{
  readonly url: string;
  readonly port: number;
  /** SIGSTOP: it keeps its connections open, but doesn't respond. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Kills it, which breaks its connections abruptly. */
  stop(): Promise<void>;
}> {
  const directory = mkdtempSync(join(tmpdir(), 'latchkit-redis-'));
  const own = port ?? (await freePort());
  const flags = ['--port', String(own), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', [...flags, '--dir', directory], { stdio: 'ignore' });
  const url = `redis://127.0.0.1:${own}`;
  await waitUntil(async () => {
    (await connectRedis(url, 'test')).client.disconnect();
    return true;
  });
  return {
    url,
    port: own,
    signal: name => void child.kill(name),
    async stop() {
      if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
