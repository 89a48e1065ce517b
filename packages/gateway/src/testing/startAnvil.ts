import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { freePort } from './freePort.js';
import { waitUntil } from './waitUntil.js';

/** Starts a real EVM chain. */
export async function startAnvil(chainId: number): Promise<{ url: string; stop(): Promise<void> }> {
  const platform = `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const binary = join(
    dirname(createRequire(import.meta.url).resolve(`${platform}/package.json`)),
    'bin',
    process.platform === 'win32' ? 'anvil.exe' : 'anvil',
  );
  const port = await freePort();
  const child = spawn(binary, ['--port', String(port), '--chain-id', String(chainId), '--silent'], {
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' });
  const headers = { 'Content-Type': 'application/json' };
  await waitUntil(async () => (await fetch(url, { method: 'POST', headers, body })).ok);
  return {
    url,
    async stop() {
      if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
    },
  };
}
