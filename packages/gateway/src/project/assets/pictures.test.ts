import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accountTransaction, identityAnswer } from 'latchkit/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deployEns } from '../../../test/chain/minimalContracts.js';
import { startAnvil } from '../../../test/servers/startAnvil.js';
import { ask } from '../../../test/signInClient.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import { memoryCache } from '../../platform/adapters/memory/memoryCache.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway } from '../createGateway.js';
import type { HistorySource } from '../history/sources/HistorySource.js';
import { type PictureRequest, pictureRequest, pictures } from './pictures.js';

const CHAIN = 'eip155:31337';
const RESOLVER = '0x2000000000000000000000000000000000000001';
const NAMED = '0x3000000000000000000000000000000000000001';
const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'), Buffer.alloc(64, 7)]);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

/** What the servers of the owners of names and tokens answer. */
const ANSWERS: Readonly<Record<string, readonly [number, string | Buffer, Record<string, string>?]>> = {
  '/me.png': [200, PNG],
  '/me.svg': [200, SVG],
  '/page': [200, '<!doctype html><title>no image</title>'],
  '/large': [200, Buffer.concat([PNG, Buffer.alloc(1024 * 1024)])],
  '/gone': [404, PNG],
  '/moved': [302, '', { Location: '/me.png' }],
  '/inside': [302, '', { Location: 'http://127.0.0.2:9/me.png' }],
  '/around': [302, '', { Location: '/around' }],
};

let asked: string[] = [];
const server = createServer((request, response) => {
  const [status, content, headers] = ANSWERS[request.url ?? ''] ?? [500, ''];
  asked.push(request.url ?? '');
  response.writeHead(status, headers).end(content);
});
const local = pictureRequest({ protocols: ['http:'], isAllowed: address => address === '127.0.0.1' });
/** Pictures have https URLs; the server of this test has no certificate. */
const request: PictureRequest = ({ pathname }, stopped) =>
  local(new URL(pathname, `http://localhost:${(server.address() as AddressInfo).port}`), stopped);

const quantity = { numeric: '1', decimals: 0 };
const source: HistorySource = {
  serves: chainId => chainId === CHAIN,
  page: async () => ({
    transactions: [
      accountTransaction.parse({
        id: '1',
        metadata: {
          hash: '0x1',
          chain: CHAIN,
          status: 'confirmed',
          operationType: 'receive',
          minedAt: '2026-01-01T00:00:00Z',
        },
        transfers: [
          {
            direction: 'in',
            quantity,
            nft_info: { name: 'One', content: { preview: { url: 'https://b.example/me.svg' } } },
          },
          {
            direction: 'in',
            quantity,
            fungible_info: { symbol: 'ODD', icon: { url: 'https://c.example/moved' } },
          },
        ],
      }),
    ],
    next: undefined,
  }),
};

let database: Database;
let anvil: Awaited<ReturnType<typeof startAnvil>>;
let gateway: Gateway;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  [database, anvil] = await Promise.all([openTestDatabase(), startAnvil(31337), once(server, 'listening')]);
  const avatar = 'https://a.example/me.png';
  await deployEns(anvil.url, RESOLVER, [{ address: NAMED, name: 'named.eth', leadsTo: NAMED, avatar }]);
  gateway = await createGateway({
    database,
    developmentMode: true,
    upstreams: { [CHAIN]: anvil.url },
    ensResolvers: { [CHAIN]: RESOLVER },
    pictures: request,
    history: { sources: [source] },
  });
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await gateway.close();
  await Promise.all([database.close(), anvil.stop()]);
  server.closeAllConnections();
  server.close();
});

/** Fetches a picture as an image element does. */
async function shown(url: string | null | undefined) {
  expect(url).toMatch(/^http:\/\/localhost\/public\/getPicture\/[0-9a-f]{32}$/);
  const response = await gateway.app.request(url ?? '');
  expect(response.status).toBe(200);
  // An SVG that is opened as a page runs nothing.
  expect(response.headers.get('Content-Security-Policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'",
  );
  return { type: response.headers.get('Content-Type'), bytes: Buffer.from(await response.arrayBuffer()) };
}

describe('GET /public/getPicture/{id}', () => {
  it('serves the avatar of a name, whose server does not learn who looks (rows-D5) (rows-W5)', async () => {
    const { json } = await ask(gateway, `/v1/identity/${NAMED}`, { query: { chainId: CHAIN } });
    const { name, avatar } = identityAnswer.parse(json);
    expect([name, asked]).toEqual(['named.eth', []]);
    expect(await shown(avatar)).toEqual({ type: 'image/png', bytes: PNG });
    expect(asked).toEqual(['/me.png']);
  });

  it('serves previews of NFTs and icons of tokens (rows-D6)', async () => {
    const { json } = await ask(gateway, `/v1/account/${NAMED}/history`, { query: { chainId: CHAIN } });
    const [nft, token] = accountTransaction.parse(json.data[0]).transfers;
    expect(await shown(nft?.nft_info?.content?.preview?.url)).toEqual({
      type: 'image/svg+xml',
      bytes: Buffer.from(SVG),
    });
    expect((await shown(token?.fungible_info?.icon?.url)).bytes).toEqual(PNG);
  });

  it.each(['0'.repeat(32), '..%2F', 'https%3A%2F%2Fa.example%2Fme.png'])('has nothing for %s', async id => {
    const response = await gateway.app.request(`/public/getPicture/${id}`);
    expect([response.status, (await response.json()).error.code, asked]).toEqual([
      404,
      'IMAGE_NOT_FOUND',
      [],
    ]);
  });
});

describe('pictures', () => {
  const gone = new AbortController().signal;

  it.each(['/page', '/large', '/gone', '/inside', '/around', '/none'])(
    'serves nothing for %s, and asks again after 30 s',
    async path => {
      let now = 0;
      const kept = pictures(
        memoryCache(() => now),
        request,
      );
      const id = (await kept.keep(`https://a.example${path}`)) ?? '';
      const code = () => kept.read(id, gone).then(String, ({ code: found }) => found);
      expect(await code()).toBe('IMAGE_NOT_FOUND');
      const first = asked.length;
      expect(first).toBeLessThanOrEqual(4);
      now += 29_000;
      expect([await code(), asked.length]).toEqual(['IMAGE_NOT_FOUND', first]);
      now += 2_000;
      expect([await code(), asked.length]).toEqual(['IMAGE_NOT_FOUND', 2 * first]);
    },
  );

  it('fetches at most 32 at once, and each for a day', async () => {
    let now = 0;
    let release = () => {};
    const held = new Promise<void>(done => {
      release = done;
    });
    const kept = pictures(
      memoryCache(() => now),
      () => held.then(() => PNG),
    );
    const ids = await Promise.all(
      Array.from({ length: 33 }, (_, at) => kept.keep(`https://a.example/${at}`)),
    );
    const reads = Promise.allSettled(ids.map(id => kept.read(id ?? '', gone)));
    await new Promise(done => setImmediate(done));
    release();
    expect((await reads).filter(({ status }) => status === 'fulfilled')).toHaveLength(32);
    now += 24 * 60 * 60_000;
    await expect(kept.read(ids[0] ?? '', gone)).rejects.toMatchObject({ code: 'IMAGE_NOT_FOUND' });
  });

  it('gives no id where no pictures are fetched', async () => {
    expect(await pictures(memoryCache(), undefined).keep('https://a.example/me.png')).toBeUndefined();
  });

  it('contacts only HTTPS servers on the public internet by default', async () => {
    const { port } = server.address() as AddressInfo;
    for (const url of [`http://localhost:${port}/me.png`, `https://localhost:${port}/me.png`])
      await expect(pictureRequest()(new URL(url), gone)).rejects.toThrow('not allowed');
    expect(asked).toEqual([]);
  });
});
