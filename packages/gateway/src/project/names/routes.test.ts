import { base58 } from '@scure/base';
import { gatewayErrorAnswer, profileAnswer, profileErrorAnswer } from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deployEns, type EnsRecord } from '../../../test/chain/minimalContracts.js';
import { startAnvil } from '../../../test/servers/startAnvil.js';
import { ask } from '../../../test/signInClient.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import { memoryCache } from '../../platform/adapters/memory/memoryCache.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway } from '../createGateway.js';

const CHAIN = 'eip155:31337';
const RESOLVER = '0x1000000000000000000000000000000000000005';
const NAMED = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const NOWHERE = `0x${'0'.repeat(40)}`;
const SOLANA = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';

let database: Database;
let anvil: Awaited<ReturnType<typeof startAnvil>>;
let gateway: Gateway;
let time = 0;

const record = (name: string, leadsTo: string, solana?: string): EnsRecord => ({
  address: leadsTo,
  name,
  leadsTo,
  ...(solana === undefined
    ? {}
    : { solana: `0x${Buffer.from(base58.decode(solana)).toString('hex')}` as const }),
});

beforeAll(async () => {
  [database, anvil] = await Promise.all([openTestDatabase(), startAnvil(31337)]);
  await deployEns(anvil.url, RESOLVER, [
    record('named.eth', NAMED),
    record('both.eth', NAMED, SOLANA),
    record('sol.eth', NOWHERE, SOLANA),
    record('empty.eth', NOWHERE),
  ]);
  gateway = await createGateway({
    database,
    cache: memoryCache(() => time),
    developmentMode: true,
    upstreams: { [CHAIN]: anvil.url, 'eip155:1': 'http://127.0.0.1:1' },
    ensResolvers: { [CHAIN]: RESOLVER },
  });
});
afterAll(async () => {
  gateway.close();
  await Promise.all([database.close(), anvil.stop()]);
});

const profile = (name: string, on = gateway) => ask(on, `/v1/profile/account/${encodeURIComponent(name)}`);

describe('GET /v1/profile/account/{name}', () => {
  it('responds with the addresses of a name, on each kind of chain (CALL-27)', async () => {
    const { status, json } = await profile('both.eth');
    expect([status, profileAnswer.parse(json)]).toEqual([
      200,
      { name: 'both.eth', addresses: { 60: { address: NAMED }, 501: { address: SOLANA } } },
    ]);
    expect((await profile('named.eth')).json.addresses).toEqual({ 60: { address: NAMED } });
    expect((await profile('sol.eth')).json.addresses).toEqual({ 501: { address: SOLANA } });
  });

  it('responds under the normal form of the name', async () => {
    expect((await profile('NAMED.eth')).json).toEqual({
      name: 'named.eth',
      addresses: { 60: { address: NAMED } },
    });
  });

  it.each([
    ['a name that nobody has', 'nobody.eth', 'This name leads to no address'],
    ['a name without an address', 'empty.eth', 'This name leads to no address'],
    ['no name', 'somebody', 'This is not a name such as somebody.eth'],
    ['a name that cannot be', 'a..eth', 'This is not a name such as somebody.eth'],
    ['what only looks like a name', 'nаmed\u200b .eth', 'This is not a name such as somebody.eth'],
    ['a dot in front', '.eth', 'This is not a name such as somebody.eth'],
  ])('gives a reason for %s, which clients show (ERR-69)', async (_, name, description) => {
    const { status, json } = await profile(name);
    expect(status).toBe(404);
    expect(gatewayErrorAnswer.parse(json).error.code).toBe('NAME_NOT_FOUND');
    expect(profileErrorAnswer.parse(json).reasons?.[0]?.description).toBe(description);
  });

  it('caches a response for 15 seconds', async () => {
    await deployEns(anvil.url, RESOLVER, [record('named.eth', OTHER)]);
    time += 14_000;
    expect((await profile('named.eth')).json.addresses[60].address).toBe(NAMED);
    time += 1_001;
    expect((await profile('named.eth')).json.addresses[60].address).toBe(OTHER);
  });

  it('responds with an error when the chain of the names is unreachable', async () => {
    const away = await createGateway({
      database,
      developmentMode: true,
      upstreams: { 'eip155:1': 'http://127.0.0.1:1' },
    });
    const { status, json } = await profile('named.eth', away);
    expect([status, json.error.code]).toEqual([503, 'IDENTITY_UNAVAILABLE']);
    away.close();
  });
});
