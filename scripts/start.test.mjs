import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { processesWith } from './lib/leftovers.mjs';
import { inRoot } from './lib/paths.mjs';
import { freePorts, isPortFree } from './lib/ports.mjs';

const variables = [
  'LATCHKIT_CHAIN_A_PORT',
  'LATCHKIT_CHAIN_B_PORT',
  'LATCHKIT_SOLANA_PORT',
  'LATCHKIT_BITCOIN_PORT',
  'LATCHKIT_GATEWAY_PORT',
  'LATCHKIT_FRAME_PORT',
  'LATCHKIT_VAULT_PORT',
  'LATCHKIT_IDP_PORT',
  'LATCHKIT_NETWORK_RELAY_PORT',
  'LATCHKIT_BUNDLER_PORT',
  'LATCHKIT_DEMO_PORT',
];
const undo = [];

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** Starts the stack on free ports, with its own data folder. */
async function launch({ env = {}, command = [process.execPath, 'scripts/start.mjs'] } = {}) {
  const ports = await freePorts(variables.length);
  const data = mkdtempSync(path.join(os.tmpdir(), 'latchkit-start-'));
  const mark = path.basename(data);
  const child = spawn(command[0], command.slice(1), {
    cwd: inRoot(),
    env: {
      ...process.env,
      ...Object.fromEntries(variables.map((name, index) => [name, String(ports[index])])),
      LATCHKIT_DATA_DIR: data,
      LATCHKIT_START_TEST: mark,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const exited = once(child, 'exit');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', chunk => {
      output += chunk;
    });
  }
  undo.push(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await exited;
    }
    rmSync(data, { recursive: true, force: true });
  });
  const said = async text => {
    while (!output.includes(text)) {
      if (child.exitCode !== null) throw new Error(`It exited before it printed '${text}':\n${output}`);
      await new Promise(resolve => setTimeout(resolve, 50));
    }
  };
  const processes = () => processesWith('LATCHKIT_START_TEST', mark);
  return { child, ports, exited, said, processes, output: () => output };
}

const allFree = async ports => (await Promise.all(ports.map(isPortFree))).every(Boolean);

describe('npm start', { timeout: 180_000 }, () => {
  it('names the variable of a port that is taken, before anything starts', async () => {
    const server = net.createServer();
    await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
    undo.push(() => new Promise(resolve => server.close(resolve)));
    const { port } = server.address();
    const { exited, output, processes } = await launch({ env: { LATCHKIT_GATEWAY_PORT: String(port) } });
    const [code] = await exited;
    expect(code).toBe(1);
    expect(output()).toContain(`Port ${port} for Gateway is taken.`);
    expect(output()).toContain('LATCHKIT_GATEWAY_PORT');
    expect(output()).not.toContain('http://localhost');
    expect(processes()).toEqual([]);
  });

  it('refuses two services on one port, and an invalid port', async () => {
    const [port] = await freePorts(1);
    const same = await launch({
      env: { LATCHKIT_CHAIN_A_PORT: String(port), LATCHKIT_DEMO_PORT: String(port) },
    });
    expect((await same.exited)[0]).toBe(1);
    expect(same.output()).toContain(`Demo and EVM chain A both have port ${port}.`);
    const wrong = await launch({ env: { LATCHKIT_CHAIN_B_PORT: '80000' } });
    expect((await wrong.exited)[0]).toBe(1);
    expect(wrong.output()).toContain('LATCHKIT_CHAIN_B_PORT=80000 is not a port.');
  });

  // Each run of the journeys starts and stops all services, and the supervisor's tests end them in every way with services that start faster.
  it.runIf(process.env.LATCHKIT_FULL)(
    'serves every service when npm started it, and Ctrl-C leaves no process or port behind',
    async () => {
      const { child, ports, exited, said, processes, output } = await launch({ command: ['npm', 'start'] });
      await said(`Latchkit is ready: http://localhost:${ports.at(-1)}`);
      const chainId = async port => {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' });
        const response = await fetch(`http://localhost:${port}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        });
        return Number((await response.json()).result);
      };
      expect(await chainId(ports[0])).toBe(31337);
      expect(await chainId(ports[1])).toBe(31338);
      expect((await fetch(`http://localhost:${ports.at(-1)}/`)).status).toBe(200);
      for (const port of ports) expect(output()).toMatch(new RegExp(`:${port}\\b`));
      // A terminal sends SIGINT to the whole group.
      process.kill(-child.pid, 'SIGINT');
      await exited;
      await expect.poll(processes).toEqual([]);
      expect(await allFree(ports)).toBe(true);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)('leaves no process or port behind after SIGTERM', async () => {
    const { child, ports, exited, said, processes } = await launch();
    await said('Latchkit is ready');
    child.kill('SIGTERM');
    expect((await exited)[0]).toBe(0);
    expect(await allFree(ports)).toBe(true);
    expect(processes()).toEqual([]);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'leaves no service and no taken port behind after SIGKILL',
    async () => {
      const { child, ports, exited, said, processes } = await launch();
      await said('Latchkit is ready');
      child.kill('SIGKILL');
      await exited;
      await expect.poll(processes, { timeout: 60_000 }).toEqual([]);
      expect(await allFree(ports)).toBe(true);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)('reports which service exited, and stops the others', async () => {
    const { ports, exited, said, processes, output } = await launch();
    await said('Latchkit is ready');
    const chainB = processes().find(({ command }) => command.includes(`--port ${ports[1]}`));
    process.kill(chainB.pid, 'SIGKILL');
    expect((await exited)[0]).toBe(1);
    expect(output()).toContain('EVM chain B ended unexpectedly (SIGKILL).');
    expect(await allFree(ports)).toBe(true);
    expect(processes()).toEqual([]);
  });
});

describe.runIf(process.env.LATCHKIT_FULL)('npm run dev', { timeout: 180_000 }, () => {
  it('serves the sources of the page, and restarts the gateway when one of its files changes', async () => {
    const { child, ports, exited, said, processes } = await launch({
      command: [process.execPath, 'scripts/dev.mjs'],
    });
    const demo = `http://localhost:${ports.at(-1)}`;
    const gateway = `http://localhost:${ports[variables.indexOf('LATCHKIT_GATEWAY_PORT')]}`;
    await said(`Latchkit is ready: ${demo}`);
    const page = await (await fetch(demo)).text();
    expect(page).toContain(gateway);
    const kit = await (await fetch(`${demo}/src/createDemoKit.ts`)).text();
    expect(kit).toContain('/packages/latchkit/src/core/index.ts');
    expect((await fetch(`${demo}/wallet`)).status).toBe(200);
    const now = new Date();
    utimesSync(inRoot('packages/gateway/src/cli.ts'), now, now);
    await said('Restarted Gateway in ');
    expect((await fetch(`${gateway}/readyz`)).status).toBe(200);
    child.kill('SIGTERM');
    expect((await exited)[0]).toBe(0);
    // The bundler's process ends when it notices that its parent is gone.
    await expect.poll(processes).toEqual([]);
  });
});
