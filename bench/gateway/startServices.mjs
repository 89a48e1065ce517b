import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findAnvil } from '../../scripts/lib/findAnvil.mjs';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { freePorts } from '../../scripts/lib/ports.mjs';

const COLLECT = ['--expose-gc', '--import', "data:text/javascript,process.on('SIGUSR2', () => gc());"];

/** Starts anvil, a node that can delay its responses, a bare proxy, and the built gateway in front of both nodes, on PGlite without rate limits. */
export async function startServices() {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'latchkit-bench-'));
  const started = [];
  const start = (command, args, env = {}) => {
    const child = spawn(command, args, {
      cwd: directory,
      env: { ...process.env, ...env },
      stdio: 'ignore',
    });
    started.push(child);
    return child;
  };
  const holding = await holdingNode();
  const [port, anvilPort, barePort] = await freePorts(3);
  start(findAnvil(), ['--port', String(anvilPort), '--chain-id', '31337', '--silent']);
  const anvil = `http://127.0.0.1:${anvilPort}`;
  const child = start(process.execPath, [...COLLECT, inRoot('packages/gateway/dist/cli.js')], {
    LATCHKIT_GATEWAY_PORT: String(port),
    LATCHKIT_DATA_DIR: path.join(directory, 'data'),
    LATCHKIT_RPC_31337: anvil,
    LATCHKIT_RPC_31338: holding.url,
    LATCHKIT_LIMIT_PER_ADDRESS: '0',
    LATCHKIT_LIMIT_PER_PROJECT: '0',
    LATCHKIT_LIMIT_RPC_PER_PROJECT: '0',
  });
  const gateway = `http://127.0.0.1:${port}`;
  await until(`${gateway}/readyz`);
  const chainId = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}';
  await until(anvil, chainId);
  const bare = `http://127.0.0.1:${barePort}`;
  start(process.execPath, [
    fileURLToPath(new URL('./bareProxy.mjs', import.meta.url)),
    String(barePort),
    String(anvilPort),
  ]);
  await until(bare, chainId);
  return {
    anvil,
    bare,
    gateway,
    holding,
    /** Triggers garbage collection in the gateway, so that only memory in use is measured. */
    collectGarbage: async () => {
      child.kill('SIGUSR2');
      await sleep(1_000);
    },
    stop() {
      for (const child of started) child.kill('SIGKILL');
      holding.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function until(url, body) {
  const init = body ? { method: 'POST', headers: { 'Content-Type': 'application/json' }, body } : {};
  for (let count = 0; count < 600; count += 1) {
    const isUp = await fetch(url, init).then(
      response => response.text().then(() => response.ok),
      () => false,
    );
    if (isUp) return;
    await sleep(100);
  }
  throw new Error(`${url} does not respond`);
}

/** Starts a node that responds at once, or holds every response until it is released. */
async function holdingNode() {
  let waiting = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const { id, method } = JSON.parse(body);
    const result = method === 'eth_chainId' ? '0x7a6a' : '0x1';
    const answer = () => response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    if (node.holds && method === 'eth_call') waiting.push(answer);
    else answer();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const node = {
    url: `http://127.0.0.1:${server.address().port}`,
    holds: false,
    release() {
      node.holds = false;
      for (const answer of waiting) answer();
      waiting = [];
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return node;
}
