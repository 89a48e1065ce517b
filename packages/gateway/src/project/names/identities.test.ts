import { identityAnswer } from 'latchkit/protocol';
import { getAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deployEns } from '../../../test/chain/minimalContracts.js';
import { startAnvil } from '../../../test/servers/startAnvil.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import { memoryCache } from '../../platform/adapters/memory/memoryCache.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway, type GatewayOptions } from '../createGateway.js';
import { DEVELOPMENT_PROJECT_ID } from '../projects/developmentProject.js';

const CHAIN = 'eip155:31337';
const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const EMPTY = '0x000000000000000000000000000000000000dEaD';

let database: Database;
let anvil: Awaited<ReturnType<typeof startAnvil>>;
let gateway: Gateway;
/** The cache's clock, in milliseconds. */
let time = 0;

beforeAll(async () => {
  [database, anvil] = await Promise.all([openTestDatabase(), startAnvil(31337)]);
  gateway = await gatewayWith({});
});
const gateways: Gateway[] = [];
afterAll(async () => {
  for (const one of gateways) await one.close();
  await Promise.all([database.close(), anvil.stop()]);
});

async function gatewayWith(options: Partial<GatewayOptions>): Promise<Gateway> {
  const made = await createGateway({
    database,
    cache: memoryCache(() => time),
    developmentMode: true,
    upstreams: { [CHAIN]: anvil.url, 'eip155:31338': 'http://127.0.0.1:1' },
    ...options,
  });
  gateways.push(made);
  return made;
}

async function get(path: string, on: Gateway = gateway) {
  const response = await on.app.request(`${path}&projectId=${DEVELOPMENT_PROJECT_ID}`);
  return { status: response.status, json: await response.json() };
}

describe('GET /v1/identity/{address}', () => {
  const RESOLVER = '0x2000000000000000000000000000000000000001';
  const [NAMED, LIAR, ODD, PLAIN] = [1, 2, 3, 4].map(n =>
    getAddress(`0x300000000000000000000000000000000000000${n}`),
  );

  it('returns the name that resolves to the address, and its avatar, and caches them for 5 minutes (CALL-17)', async () => {
    const avatar = 'https://a.example/me.png';
    await deployEns(anvil.url, RESOLVER, [
      { address: NAMED ?? '', name: 'named.eth', leadsTo: NAMED ?? '', avatar },
      { address: LIAR ?? '', name: 'famous.eth', leadsTo: ACCOUNT },
      { address: ODD ?? '', name: 'Odd.eth', leadsTo: ODD ?? '' },
      { address: PLAIN ?? '', name: 'plain.eth', leadsTo: PLAIN ?? '', avatar: 'javascript:alert(1)' },
    ]);
    const named = await gatewayWith({
      ensResolvers: { [CHAIN]: RESOLVER },
      pictures: async () => Promise.reject(new Error('no picture is fetched before it is shown')),
    });
    const identity = async (address: string | undefined) => {
      const { status, json } = await get(`/v1/identity/${address}?chainId=${CHAIN}`, named);
      expect(status).toBe(200);
      identityAnswer.parse(json);
      return json;
    };
    expect(await identity(NAMED)).toEqual({
      name: 'named.eth',
      avatar: expect.stringMatching(/^http:\/\/localhost\/public\/getPicture\/[0-9a-f]{32}$/),
    });
    // An account that claims another account's name, or one that isn't in normal form, has no name.
    expect(await identity(LIAR)).toEqual({ name: null, avatar: null });
    expect(await identity(ODD)).toEqual({ name: null, avatar: null });
    expect(await identity(PLAIN)).toEqual({ name: 'plain.eth', avatar: null });
    expect(await identity(EMPTY)).toEqual({ name: null, avatar: null });

    await deployEns(anvil.url, RESOLVER, [{ address: NAMED ?? '', name: 'new.eth', leadsTo: NAMED ?? '' }]);
    time += 299_000;
    expect((await identity(NAMED)).name).toBe('named.eth');
    time += 1_001;
    expect((await identity(NAMED)).name).toBe('new.eth');
  });

  it('returns no name when the chain has none, and an error when the chain is unreachable', async () => {
    expect((await get(`/v1/identity/${ACCOUNT}?chainId=${CHAIN}`)).json).toEqual({
      name: null,
      avatar: null,
    });
    const away = await gatewayWith({ ensResolvers: { 'eip155:31338': RESOLVER } });
    const { status, json } = await get(`/v1/identity/${ACCOUNT}?chainId=eip155:31338`, away);
    expect([status, json.error.code]).toEqual([503, 'IDENTITY_UNAVAILABLE']);
  });
});
