import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
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
  it('kills what does not listen to SIGTERM', async () => {
    const [port] = await freePorts(1);
    const { start, stop } = createSupervisor({ onExit: () => {}, patience: 300 });
    await start(service(port, `process.on('SIGTERM', () => {}); ${server(port)}`));
    expect(await isPortFree(port)).toBe(false);
    await stop();
    expect(await isPortFree(port)).toBe(true);
  });

  it('takes the children of a child with it', async () => {
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

  it('reports a child that ends by itself, once, and none that it stops', async () => {
    const ports = await freePorts(2);
    const reports = [];
    const { start, stop } = createSupervisor({ onExit: (...report) => reports.push(report) });
    await start(service(ports[0], server(ports[0])));
    await expect(start(service(ports[1], 'process.exit(7)'))).rejects.toThrow('toy ended while it started');
    expect(reports).toEqual([['toy', 'exit code 7']]);
    await stop();
    await wait(50);
    expect(reports).toHaveLength(1);
  });
});
