import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type DevelopmentBundler, startDevelopmentBundler } from '@latchkit/dev-bundler';
import { SMART_ACCOUNT_V1 } from 'latchkit/protocol';
import { numberToHex, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { freePort } from '../../../../scripts/lib/ports.mjs';
import { waitUntil } from '../waitUntil.js';

/**
 * Starts the development bundler and paymaster on an anvil chain with the id 31337. If `LATCHKIT_ALTO` names the program of Alto, it is
 * the bundler instead: it has none of our code.
 */
export async function startBundler(chain: string): Promise<DevelopmentBundler> {
  const own = await startDevelopmentBundler({ chains: [chain] });
  const program = process.env.LATCHKIT_ALTO;
  return program ? withAlto(program, chain, own) : own;
}

const CHAIN_ID = 31_337;
/** Milliseconds in which Alto loads its many modules on a busy machine. */
const STARTING = 150_000;

async function withAlto(
  program: string,
  chain: string,
  own: DevelopmentBundler,
): Promise<DevelopmentBundler> {
  const alto = await startAlto(program, chain);
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    const { method } = JSON.parse(body) as { method: string };
    const target = method.startsWith('pm_') ? own.url(CHAIN_ID) : alto.url;
    try {
      response.end(await post(target, body));
    } catch {
      // It is being stopped.
      request.socket.destroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: chainId => `http://127.0.0.1:${port}/${chainId}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await alto.stop();
      await own.close();
    },
  };
}

async function startAlto(program: string, chain: string) {
  const port = await freePort();
  const [executor, utility] = [generatePrivateKey(), generatePrivateKey()];
  for (const key of [executor, utility]) {
    const params = [privateKeyToAddress(key), numberToHex(parseEther('1000'))];
    await post(chain, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_setBalance', params }));
  }
  const options = {
    entrypoints: SMART_ACCOUNT_V1.entryPoint,
    'executor-private-keys': executor,
    'utility-private-key': utility,
    'rpc-url': chain,
    port: String(port),
    // Anvil has no tracer in JavaScript, with which the rules of ERC-7562 are checked.
    'safe-mode': 'false',
    'enable-debug-endpoints': 'true',
    'log-level': 'fatal',
    // Anvil mines a block for each bundle.
    'block-time': '100',
    'min-bundle-interval': '20',
    'max-bundle-interval': '100',
    'block-number-cache-ttl': '0',
    'receipt-cache-ttl': '1',
  };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(process.execPath, [program, 'run', ...flags], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}/rpc`;
  const question = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_supportedEntryPoints', params: [] });
  const stop = async () => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
  };
  const isReady = async () => (await post(url, question)).includes(SMART_ACCOUNT_V1.entryPoint);
  try {
    await waitUntil(isReady, STARTING);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

async function post(url: string, body: string): Promise<string> {
  return (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).text();
}
