import { execFile } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { freePort, freePorts, isPortFree } from './ports.mjs';

const run = promisify(execFile);
const module = new URL('ports.mjs', import.meta.url).href;

it('gives each program different ports, and none of the ephemeral range', async () => {
  const program = `import { freePorts } from '${module}'; console.log(JSON.stringify(await freePorts(40)));`;
  const own = await freePorts(40);
  const others = await Promise.all(
    Array.from({ length: 3 }, () => run(process.execPath, ['--input-type=module', '--eval', program])),
  );
  const theirs = others.map(({ stdout }) => JSON.parse(stdout));
  expect(new Set(own).size).toBe(40);
  for (const port of [...own, ...theirs.flat()]) expect(port).toBeLessThan(32_768);
  for (const port of theirs.flat()) expect(own).not.toContain(port);
});

it('reports a port as taken when a program listens on it', async () => {
  const port = await freePort();
  expect(await isPortFree(port)).toBe(true);
  const server = net.createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  expect(await isPortFree(port)).toBe(false);
  server.close();
});
