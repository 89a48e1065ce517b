import { accountHistoryAnswer, accountTransaction } from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeEvmHistory } from '../../../test/chain/evmHistory.js';
import { mineTransaction } from '../../../test/chain/minimalContracts.js';
import { startAnvil } from '../../../test/servers/startAnvil.js';
import { type FaultyUpstream, startFaultyUpstream } from '../../../test/servers/startFaultyUpstream.js';
import { ask } from '../../../test/signInClient.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import { waitUntil } from '../../../test/waitUntil.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway } from '../createGateway.js';

const CHAIN = 'eip155:31337';
const OTHER = 'eip155:31338';

let database: Database;
let anvil: Awaited<ReturnType<typeof startAnvil>>;
let faulty: FaultyUpstream;
let gateway: Gateway;
let account: string;
let busy: string;
let count: number;

beforeAll(async () => {
  [database, anvil, faulty] = await Promise.all([
    openTestDatabase(),
    startAnvil(31337),
    startFaultyUpstream(OTHER),
  ]);
  const made = await makeEvmHistory(anvil.url);
  [account, busy, count] = [made.account, made.busy.account, made.busy.count];
  faulty.behave((_, response) => response.writeHead(500).end());
  gateway = await createGateway({
    database,
    developmentMode: true,
    upstreams: { [CHAIN]: anvil.url },
    publicUrl: 'https://gateway.example',
    tokens: [
      {
        chainId: CHAIN,
        address: '0x5000000000000000000000000000000000000001',
        name: 'Gold coin',
        symbol: 'GOLD',
        decimals: 6,
      },
    ],
    history: { index: { [CHAIN]: 0 }, interval: 50, blockscout: { [OTHER]: faulty.url } },
  });
  // The last blocks are visible only after all earlier ones are stored.
  await waitUntil(async () => {
    const { next } = (await history(busy)).json;
    return next !== null && (await history(busy, { cursor: next })).json.data.length === count - 50;
  });
});
afterAll(async () => {
  await gateway.close();
  await Promise.all([database.close(), anvil.stop(), faulty.stop()]);
});

const history = (of: string, query: Readonly<Record<string, string>> = {}) =>
  ask(gateway, `/v1/account/${of}/history`, { query: { chainId: CHAIN, ...query } });

describe('GET /v1/account/{account}/history', () => {
  it('returns pages of 50, newest first, with an opaque cursor (CALL-18)', async () => {
    const first = await history(busy);
    expect(first.status).toBe(200);
    const { data, next } = accountHistoryAnswer.parse(first.json);
    expect(data.map(one => accountTransaction.parse(one))).toHaveLength(50);
    expect(next).toMatch(/^[\w-]+$/);
    const rest = (await history(busy, { cursor: next ?? '' })).json;
    expect([rest.data.length, rest.next]).toEqual([count - 50, null]);
  });

  it('returns a transaction soon after it was mined', async () => {
    const newest = async () => (await history(busy)).json.data[0].metadata.hash;
    const { transactionHash: hash } = await mineTransaction(anvil.url, {
      from: account,
      to: busy,
      value: '0x5',
    });
    await waitUntil(async () => (await newest()) === hash, 5_000);
  });

  it('returns icons of the currency and of listed tokens only', async () => {
    const { data } = (await history(account)).json;
    const icons = new Map<string, string | undefined>(
      data.flatMap(
        (one: { transfers: { fungible_info?: { symbol: string; icon: { url: string } | null } }[] }) =>
          one.transfers.flatMap(({ fungible_info: info }) => (info ? [[info.symbol, info.icon?.url]] : [])),
      ),
    );
    expect(icons.get('ETH')).toContain('https://gateway.example/public/getTokenImage/ETH.');
    expect(icons.get('GOLD')).toContain('/public/getTokenImage/GOLD.');
  });

  it('is empty for an unknown chain, for another namespace, and for purchases', async () => {
    const empty = { data: [], next: null };
    expect((await history(account, { chainId: 'eip155:424242' })).json).toEqual(empty);
    expect((await history(account, { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })).json).toEqual(
      empty,
    );
    expect((await history(account, { onramp: 'coinbase' })).json).toEqual(empty);
    expect((await ask(gateway, `/v1/account/${account}/history`)).json).toEqual(empty);
  });

  it.each([
    ['no address', 'x', {}, 'INVALID_PATH'],
    ['a cursor with other characters', 'me', { cursor: '=' }, 'INVALID_QUERY'],
    ['an invalid cursor', 'me', { cursor: 'eA' }, 'INVALID_CURSOR'],
    [
      'a cursor of another chain',
      'me',
      { cursor: Buffer.from('{"c":"eip155:1","s":{"b":1,"p":0}}').toString('base64url') },
      'INVALID_CURSOR',
    ],
    ['no chain', 'me', { chainId: 'x' }, 'INVALID_QUERY'],
  ])('refuses %s', async (_, of, query, code) => {
    const { status, json } = await history(of === 'me' ? account : of, query);
    expect([status, json.error.code]).toEqual([400, code]);
  });

  it('responds with an error when the source is unreachable', async () => {
    const { status, json } = await history(account, { chainId: OTHER });
    expect([status, json.error.code]).toEqual([503, 'HISTORY_UNAVAILABLE']);
  });

  it('reports the progress of the index in the metrics', async () => {
    const text = await (await gateway.app.request('/metrics')).text();
    expect(text).toMatch(/latchkit_indexer_head_block\{chain="eip155:31337"\} \d+/);
    expect(text).toMatch(/latchkit_indexer_blocks_behind\{chain="eip155:31337"\} 0/);
    expect(text).toMatch(/latchkit_indexer_transactions_total\{chain="eip155:31337"\} \d{2}/);
  });

  it('refuses to index a chain that it does not serve', async () => {
    const index = { 'eip155:424242': 0 } as const;
    await expect(createGateway({ database, history: { index } })).rejects.toMatchObject({
      code: 'INVALID_SETTING',
    });
  });
});
