import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { findAnvil } from '../../../../scripts/lib/findAnvil.mjs';
import { freePort } from '../../../../scripts/lib/ports.mjs';
import { chainRequest } from './chainRequest.js';

export interface Anvil {
  readonly url: string;
  readonly chainId: number;
  /** Sends the chain a request, for example to mine or to read what a test needs. */
  request(method: string, params?: readonly unknown[]): Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts a real chain on a free port and waits until it responds. The test stops it. */
export async function startAnvil(chainId: number): Promise<Anvil> {
  const port = await freePort();
  const child = spawn(findAnvil(), ['--port', `${port}`, '--chain-id', `${chainId}`, '--silent'], {
    stdio: 'ignore',
  });
  const exited = new Promise<void>(resolve => child.once('exit', () => resolve()));
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    process.off('exit', kill);
    kill();
    await exited;
  };
  for (let tries = 0; tries < 1_200; tries++) {
    if (child.exitCode !== null) throw new Error(`anvil ended with ${child.exitCode}`);
    const answer = await chainRequest(url, 'eth_chainId', []).catch(() => undefined);
    if (answer) return { url, chainId, request: (method, params) => chainRequest(url, method, params), stop };
    await sleep(25);
  }
  await stop();
  throw new Error('anvil did not answer within 30 s');
}
