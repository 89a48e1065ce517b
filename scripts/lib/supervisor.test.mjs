import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePorts, isPortFree } from './ports.mjs';
import { createSupervisor } from './supervisor.mjs';

const server = port => `require('node:http').createServer((_, r) => r.end('ok')).listen(${port});`;
const service = (port, code) => ({
  name: 'toy',
  port,
  env: {},
  launch: () => [process.execPath, '-e', code],
  ready: { path: '/', init: {} },
});

describe('createSupervisor', () => {
  it('kills a service that ignores SIGTERM', async () => {
    const [port] = await freePorts(1);
    const { start, stop } = createSupervisor({ onExit: () => {}, patience: 300 });
    await start(service(port, `process.on('SIGTERM', () => {}); ${server(port)}`));
    expect(await isPortFree(port)).toBe(false);
    await stop();
    expect(await isPortFree(port)).toBe(true);
  });

  it('restarts a running or ended service, and reports no exit for the restart', async () => {
    const [port] = await freePorts(1);
    const exits = [];
    const supervisor = createSupervisor({ onExit: (...exit) => exits.push(exit) });
    onTestFinished(() => supervisor.stop());
    const ask = path => fetch(`http://localhost:${port}${path}`).then(response => response.text());
    const code = `require('node:http').createServer((q, r) => { r.end(String(process.pid)); if (q.url === '/end') process.exit(3); }).listen(${port});`;
    await supervisor.start(service(port, code));
    const first = await ask('/');
    await Promise.all([supervisor.restart('toy'), supervisor.restart('toy')]);
    const second = await ask('/');
    expect(second).not.toBe(first);
    expect(exits).toEqual([]);
    await ask('/end').catch(() => undefined);
    await expect.poll(() => exits).toEqual([['toy', 'exit code 3']]);
    await supervisor.restart('toy');
    expect(await ask('/')).not.toBe(second);
  });

  it('stops the children of a child', async () => {
    const [port] = await freePorts(1);
    const { start, stop } = createSupervisor({ onExit: () => {} });
    const inner = JSON.stringify(`process.on('SIGTERM', () => {}); ${server(port)}`);
    await start(
      service(
        port,
        `require('node:child_process').spawn(process.execPath, ['-e', ${inner}]); process.on('SIGTERM', () => process.exit());`,
      ),
    );
    await stop();
    await expect.poll(() => isPortFree(port)).toBe(true);
  });

  it('ends the services when its own process is killed, even one that ignores SIGTERM', async () => {
    const ports = await freePorts(2);
    const codes = [server(ports[0]), `process.on('SIGTERM', () => {}); ${server(ports[1])}`];
    const module = JSON.stringify(new URL('./supervisor.mjs', import.meta.url).href);
    const parent = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { createSupervisor } from ${module};
         const { start } = createSupervisor({ onExit: () => {}, patience: 300 });
         for (const [port, code] of ${JSON.stringify(ports.map((port, index) => [port, codes[index]]))})
           await start({ name: 'toy', port, env: {}, launch: () => [process.execPath, '-e', code], ready: { path: '/', init: {} } });
         console.log('started');`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    onTestFinished(() => void parent.kill('SIGKILL'));
    await once(parent.stdout, 'data');
    expect(await Promise.all(ports.map(isPortFree))).toEqual([false, false]);
    parent.kill('SIGKILL');
    await expect.poll(() => Promise.all(ports.map(isPortFree))).toEqual([true, true]);
  });

  it('reports an unexpected exit once, and no child that it stops', async () => {
    const ports = await freePorts(2);
    const reports = [];
    const { start, stop } = createSupervisor({ onExit: (...report) => reports.push(report) });
    await start(service(ports[0], server(ports[0])));
    await expect(start(service(ports[1], 'process.exit(7)'))).rejects.toThrow('toy ended while it started');
    expect(reports).toEqual([['toy', 'exit code 7']]);
    // stop() resolves after every exit was reported.
    await stop();
    expect(reports).toHaveLength(1);
  });
});
