import { createClient, http } from 'viem';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openTestDatabase } from '../../../test/testDatabase.js';
import { createGateway } from '../createGateway.js';
import { CHAIN_IDS } from './defaultUpstreams.js';
import { upstreams } from './upstreams.js';

const BASE = 'eip155:8453';

describe('public nodes', () => {
  it('are used in development, and in production only if the operator says so (dependencies-D18)', () => {
    expect([...upstreams({}, false).keys()]).toEqual([]);
    expect([...upstreams({ [BASE]: 'https://node.example' }, false).keys()]).toEqual([BASE]);
    expect([...upstreams({}, false, true).keys()]).toEqual([...CHAIN_IDS]);
    expect([...upstreams({}, true).keys()]).toEqual(expect.arrayContaining([...CHAIN_IDS]));
    expect(() => upstreams({ 'eip155:250': 'https://node.example' }, false)).toThrow(
      'eip155:250 is not a chain',
    );
  });

  it('are not asked in production: a call says that the chain has no node, and the gateway is ready (dependencies-D18)', async () => {
    const database = await openTestDatabase();
    const lines: string[] = [];
    const log = (level: string, event: string, fields?: object) =>
      lines.push(`${level} ${event} ${JSON.stringify(fields ?? {})}`);
    const first = await createGateway({ database, log });
    onTestFinished(() => database.close());
    expect(lines.filter(line => line.includes('chain_without_node'))).toEqual([]);
    const project = 'a'.repeat(32);
    await database.query(
      "insert into projects (id, name, features, allowed_origins) values ($1, 'Shop', '{}', '[]')",
      [project],
    );
    const signedIn = (id: string, chainId: string, age: string) =>
      database.query(
        `insert into siwx_sessions (id, project_id, account, chain_id, domain, uri, issued_at, expires_at,
           refresh_secret, rotated_at)
         values ($1, $2, '0x1', $3, 'd', 'u', now() - $4::interval, now(), 's', now())`,
        [id, project, chainId, age],
      );
    await signedIn('one', BASE, '29 days');
    await signedIn('two', 'eip155:10', '31 days');
    await signedIn('three', 'eip155:31337', '1 day');
    const response = await first.app.request(`/v1?chainId=${BASE}&projectId=${project}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { data: { code: 'CHAIN_NOT_CONFIGURED' } } });
    // A client that batches reads the reason too, in the answer of each call.
    const fetchFn = async (input: unknown, init?: RequestInit) => first.app.request(String(input), init);
    const url = `http://gateway.example/v1?chainId=${BASE}&projectId=${project}`;
    const batching = createClient({ transport: http(url, { batch: true, fetchFn, retryCount: 0 }) });
    const asked = await Promise.allSettled([
      batching.request({ method: 'eth_chainId' }),
      batching.request({ method: 'eth_blockNumber' }),
    ]);
    const notConfigured = expect.objectContaining({ data: { code: 'CHAIN_NOT_CONFIGURED' } });
    const refusal = { status: 'rejected', reason: expect.objectContaining({ cause: notConfigured }) };
    expect(asked).toEqual([refusal, refusal]);
    expect((await first.app.request('/readyz')).status).toBe(200);
    await first.close();
    // The next start names what was used in the last 30 days.
    const second = await createGateway({ database, log });
    await second.close();
    const named = lines.filter(line => line.includes('chain_without_node'));
    expect(named).toHaveLength(1);
    expect(named[0]).toMatch(/^warn .*"chainId":"eip155:8453".*LATCHKIT_RPC_8453=https:/);
    const third = await createGateway({ database, log, upstreams: { [BASE]: 'https://node.example' } });
    await third.close();
    expect(lines.filter(line => line.includes('chain_without_node'))).toHaveLength(1);
  });

  it('are looked for in the background: a start neither waits for it nor fails because of it', async () => {
    const database = await openTestDatabase();
    onTestFinished(() => database.close());
    let fail = (_: Error) => {};
    const query: typeof database.query = (sql, values) =>
      sql.includes('from siwx_sessions')
        ? new Promise((_, reject) => {
            fail = reject;
          })
        : database.query(sql, values);
    const gateway = await createGateway({ database: { ...database, query } });
    expect((await gateway.app.request('/readyz')).status).toBe(200);
    fail(new Error('canceling statement due to statement timeout'));
    await gateway.close();
  });
});
