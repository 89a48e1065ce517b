import * as fc from 'fast-check';
import { gatewayErrorAnswer } from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FuzzOperation, fuzzOperations, fuzzRequests } from '../../test/fuzzRequests.js';
import { requireDeclared } from '../../test/requireDeclared.js';
import { startAnvil } from '../../test/servers/startAnvil.js';
import { type FaultyUpstream, startFaultyUpstream } from '../../test/servers/startFaultyUpstream.js';
import { openTestDatabase } from '../../test/testDatabase.js';
import type { Database } from '../platform/ports/Database.js';
import { CHAIN_IDS } from '../project/chains/defaultUpstreams.js';
import { createGateway, type Gateway } from '../project/createGateway.js';

const RUNS = process.env.LATCHKIT_FULL ? 20_000 : 300;
/** Time limit of a response on a busy machine, in milliseconds. */
const PATIENCE = 10_000;
const HOME = 'https://shop.example';

let database: Database;
let anvil: Awaited<ReturnType<typeof startAnvil>>;
let dead: FaultyUpstream;
let gateway: Gateway;
let operations: readonly FuzzOperation[];
let unforeseen: unknown[] = [];

beforeAll(async () => {
  [database, anvil, dead] = await Promise.all([
    openTestDatabase(),
    startAnvil(31337),
    startFaultyUpstream('eip155:1'),
  ]);
  gateway = await createGateway({
    database,
    developmentMode: true,
    limits: { perAddress: 0, perProject: 0, rpcPerProject: 0, signInPerAddress: 0 },
    // No request leaves this machine.
    upstreams: {
      ...Object.fromEntries(CHAIN_IDS.map(id => [id, `${dead.url}/chain/${id}`])),
      'eip155:31337': anvil.url,
      'eip155:31338': anvil.url,
    },
    names: {
      suffix: '.example.com',
      origin: 'https://gateway.example',
      key: () => new Uint8Array(32).fill(7),
    },
    onError: error => unforeseen.push(error),
  });
  dead.behave((_, response) => response.writeHead(500).end());
  await gateway.projects.save({ id: 'shop', name: 'Shop', features: {}, allowedOrigins: [HOME] });
  operations = fuzzOperations(await (await gateway.app.request('/openapi.json')).json());
});
afterAll(async () => {
  gateway.close();
  await Promise.all([database.close(), anvil.stop(), dead.stop()]);
});

/** Error codes of failures behind the gateway, such as an unreachable node. */
const BEHIND =
  /^(UPSTREAM_\w+|BALANCE_UNAVAILABLE|IDENTITY_UNAVAILABLE|HISTORY_UNAVAILABLE|CHAIN_UNAVAILABLE|CALL_FAILED)$/;

async function answerOf(request: Request): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), PATIENCE);
  });
  try {
    return await Promise.race([gateway.app.fetch(request), late]);
  } finally {
    clearTimeout(timer);
  }
}

describe('the OpenAPI document', () => {
  it('describes every route, and nothing else', () => {
    // What is under /dev are pages for people.
    const routes = gateway.app.routes
      .filter(({ method, path }) => method !== 'ALL' && !path.includes('*') && !path.startsWith('/dev/'))
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    const described = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect([...new Set(routes)].sort()).toEqual([...described].sort());
  });

  it('has a schema for every parameter and body', () => {
    for (const { path, parameters, body, method } of operations) {
      for (const { name, schema } of parameters)
        expect(Object.keys(schema), `${path} ${name}`).not.toEqual([]);
      if (method === 'post') expect(body, path).toBeDefined();
    }
  });
});

describe('arbitrary requests', { timeout: process.env.LATCHKIT_FULL ? 1_800_000 : 180_000 }, () => {
  it('are refused if a text of theirs cannot be stored', async () => {
    unforeseen = [];
    const id = encodeURIComponent('eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
    const url = `http://gateway.test/v1/sessions/${id}/operations?projectId=shop`;
    const body = JSON.stringify({ context: '\0', method: '', params: [] });
    const response = await answerOf(new Request(url, { method: 'POST', body }));
    expect(await response.json()).toMatchObject({ error: { code: 'INVALID_REQUEST' } });
    expect([response.status, unforeseen]).toEqual([400, []]);
  });

  it(`get a response that is never an internal error: ${RUNS} requests`, async () => {
    let succeeded = 0;
    const requests = fuzzRequests(['shop', '0'.repeat(32), 'eip155:31337', HOME]);
    const any = fc.integer({ min: 0, max: operations.length - 1 }).chain(index => {
      const operation = operations[index];
      if (!operation) throw new Error('There are no operations');
      return requests(operation).map(made => ({ ...made, operation }));
    });
    await fc.assert(
      fc.asyncProperty(any, async ({ operation, url, init }) => {
        unforeseen = [];
        const request = new Request(url, init);
        const response = await answerOf(request);
        await requireDeclared(request, response);
        const text = await response.text();
        expect(unforeseen, text).toEqual([]);
        if (response.ok) {
          succeeded += 1;
        } else {
          const json = JSON.parse(text);
          const code =
            operation.path === '/v1' && !json.error.code.trim ? json.error.data.code : json.error.code;
          expect(code).toMatch(/^[A-Z][A-Z0-9_]+$/);
          if (operation.path !== '/v1') gatewayErrorAnswer.parse(json);
          if (response.status >= 500) expect(code).toMatch(BEHIND);
        }
      }),
      { numRuns: RUNS, ...(process.env.LATCHKIT_SEED ? { seed: Number(process.env.LATCHKIT_SEED) } : {}) },
    );
    // A good share of the requests is valid and reaches the handlers.
    expect(succeeded / RUNS).toBeGreaterThan(0.15);
  });

  it('leave the gateway working', async () => {
    expect((await gateway.app.request('/readyz')).status).toBe(200);
    expect(await database.query('select count(*)::int as n from projects')).toEqual([{ n: 2 }]);
  });
});
