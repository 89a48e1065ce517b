import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findAnvil } from '../../../../scripts/lib/findAnvil.mjs';
import { freePort } from '../../../../scripts/lib/ports.mjs';
import { waitUntil } from '../waitUntil.js';

/** Starts a real EVM chain. */
export async function startAnvil(chainId: number): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const child = spawn(findAnvil(), ['--port', String(port), '--chain-id', String(chainId), '--silent'], {
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
