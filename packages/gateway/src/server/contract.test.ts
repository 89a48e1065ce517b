import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAdaptorServer, type ServerType } from '@hono/node-server';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAnvil } from '../../test/servers/startAnvil.js';
import { openTestDatabase } from '../../test/testDatabase.js';
import type { Database } from '../platform/ports/Database.js';
import { createGateway, type Gateway } from '../project/createGateway.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

let database: Database;
let anvil: Awaited<ReturnType<typeof startAnvil>>;
let gateway: Gateway;
let server: ServerType;
let script: string;

beforeAll(async () => {
  const cache = here('../../../../node_modules/.cache/latchkit');
  mkdirSync(cache, { recursive: true });
  script = join(cache, `contract-${process.pid}.mjs`);
  [database, anvil] = await Promise.all([
    openTestDatabase(),
    startAnvil(31337),
    build({
      entryPoints: [here('../../scripts/contract.mjs')],
      outfile: script,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'error',
      alias: { 'latchkit/protocol': here('../../../latchkit/src/protocol/index.ts') },
    }),
  ]);
  gateway = await createGateway({
    database,
    developmentMode: true,
    upstreams: { 'eip155:31337': anvil.url },
  });
  server = createAdaptorServer({ fetch: gateway.app.fetch, overrideGlobalObjects: false });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  gateway.close();
  await Promise.all([database.close(), anvil.stop()]);
  rmSync(script, { force: true });
});

interface Result {
  readonly row: string;
  readonly title: string;
  readonly ok: boolean;
}

async function check(port: number): Promise<{ code: number; results: readonly Result[] }> {
  const child = spawn(
    process.execPath,
    [script, '--url', `http://127.0.0.1:${port}`, '--chain', 'eip155:31337', '--json', '--timeout', '5000'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  child.stdout.on('data', part => {
    output += part;
  });
  const [code] = await once(child, 'close');
  return { code, results: JSON.parse(output) };
}

function portOf(of: Pick<ServerType, 'address'>): number {
  const address = of.address();
  return typeof address === 'object' && address ? address.port : 0;
}

describe('npm run contract', () => {
  it('finds no deviations in our own service', async () => {
    const { code, results } = await check(portOf(server));
    expect(results.filter(({ ok }) => !ok)).toEqual([]);
    expect([code, results.length]).toEqual([0, 25]);
  });

  it('names the deviations of another service', async () => {
    // Forwards everything to our service, but changes the form of wallets, ignores paging and changes ids of RPC responses.
    const foreign = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += part;
      const answer = await gateway.app.request(request.url ?? '/', {
        method: request.method ?? 'GET',
        body: body === '' ? null : body,
      });
      let text = Buffer.from(await answer.arrayBuffer()).toString();
      if (request.url?.startsWith('/getWallets')) text = text.replace('"count":', '"total":');
      if (request.url?.startsWith('/v1?')) text = text.replaceAll('"id":"a"', '"id":"b"');
      response
        .writeHead(answer.status, { 'Content-Type': answer.headers.get('Content-Type') ?? '' })
        .end(text);
    }).listen(0, '127.0.0.1');
    await once(foreign, 'listening');
    const { code, results } = await check(portOf(foreign));
    expect(code).toBe(1);
    const failed = results.filter(({ ok }) => !ok).map(({ row }) => row);
    expect(failed).toEqual(expect.arrayContaining(['CALL-03', 'CALL-40']));
    expect(failed).not.toContain('CALL-01');
    foreign.closeAllConnections();
    foreign.close();
  });
});
