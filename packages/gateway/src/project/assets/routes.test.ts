import { Hono } from 'hono';
import { PROVIDER_NAMES } from 'latchkit/protocol';
import { describe, expect, it } from 'vitest';
import { answerError, toGatewayError } from '../../platform/http/answerError.js';
import { registry } from '../directory/registry.js';
import { walletStore } from '../directory/store.js';
import { walletLogos } from '../directory/walletLogos.js';
import { developmentProject } from '../projects/developmentProject.js';
import { serveProjectCalls } from '../projects/projectCalls.js';
import { tokenList } from '../tokens/tokenList.js';
import { networkAssets } from './networkAssets.js';
import { networkMarks } from './networkMarks.js';
import { imageCalls } from './routes.js';
import { imageService } from './service.js';
import { imageStore } from './store.js';

const images = imageService(imageStore(walletLogos(walletStore().all())));
const projects = { get: async () => developmentProject };
const app = new Hono()
  .route('/', serveProjectCalls(imageCalls(images), projects))
  .onError((error, context) => answerError(context, toGatewayError(error, console.error)));

async function imageOf(server: Hono, path: string, type: string) {
  const response = await server.request(path);
  expect(response.status, path).toBe(200);
  expect(response.headers.get('Content-Type')).toBe(type);
  expect(response.headers.get('Content-Security-Policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'",
  );
  return response;
}

async function image(path: string) {
  const response = await imageOf(app, path, 'image/svg+xml');
  return { svg: await response.text() };
}

async function walletImage(id: string) {
  const response = await imageOf(app, `/getWalletImage/${id}`, 'image/webp');
  return { bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers };
}

/** Expects an SVG that runs and loads nothing. */
function expectHarmless(svg: string): void {
  expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]*>.*<\/svg>$/s);
  expect(svg).not.toMatch(
    /<script|<foreignObject|<image|<use|href|\son[a-z]+=|url\((?!#)|@import|javascript:/i,
  );
}

describe('networkMarks', () => {
  it('has the blue square of Base on white, and one mark for a network and its test network (UX-35)', () => {
    expect(networkMarks.base).toMatch(/fill="#fff" d="M0 0h24v24H0z".*<rect [^>]*fill="#00F"/);
    const lettered = networkAssets.filter(({ mark }) => mark === undefined).map(({ slug }) => slug);
    expect(lettered).toEqual(['kusama', 'westend', 'development-a', 'development-b']);
    const markOf = (slug: string) => networkAssets.find(one => one.slug === slug)?.mark;
    for (const [test, main] of [
      ['sepolia', 'ethereum'],
      ['base-sepolia', 'base'],
      ['solana-devnet', 'solana'],
      ['bitcoin-testnet4', 'bitcoin'],
    ] as const)
      expect(markOf(test)).toBe(markOf(main));
  });
});

describe('GET /getWalletImage/{id}', () => {
  it('has an image of every listed wallet (CALL-06)', async () => {
    const seen = new Set<string>();
    const listed = walletStore().all();
    for (const { id } of listed) {
      const imageId = images.walletImageId(id);
      if (imageId === undefined) continue;
      const { bytes } = await walletImage(imageId);
      expect(bytes.equals((await walletImage(id)).bytes)).toBe(true);
      seen.add(bytes.toString('base64'));
    }
    const letters = listed.filter(({ id }) => images.walletImageId(id) === undefined);
    expect(letters.map(({ id }) => id)).toEqual(['ambire', 'leather', 'polkadot-js']);
    expect(seen.size).toBe(listed.length - letters.length);
  });

  it('names no image of a wallet without one, and returns a monogram to who asks (UX-02)', async () => {
    const [first] = registry;
    if (first === undefined) throw new Error('The registry is empty');
    const listed = walletStore([{ ...first, id: 'own', name: 'Own wallet' }]);
    const own = imageService(imageStore(walletLogos(listed.all())));
    expect(own.walletImageId('own')).toBeUndefined();
    const server = serveProjectCalls(imageCalls(own), projects);
    const svg = await (await imageOf(server, '/getWalletImage/own', 'image/svg+xml')).text();
    expectHarmless(svg);
    expect(svg).toContain('>O</text>');
  });

  it('lets caches keep images by hash forever, and by plain id for a day', async () => {
    const pinned = (await walletImage(images.walletImageId('metamask') ?? '')).headers;
    expect(pinned.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    for (const id of ['metamask', 'metamask.0123456789abcdef']) {
      const { headers } = await walletImage(id);
      expect(headers.get('Cache-Control')).toMatch(/^public, max-age=86400/);
      expect(headers.get('ETag')).toBe(pinned.get('ETag'));
    }
  });

  it('responds with 304 to a matching ETag', async () => {
    const etag = (await walletImage('metamask')).headers.get('ETag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{16}"$/);
    const asked = async (tags: string) => {
      const response = await app.request('/getWalletImage/metamask', { headers: { 'If-None-Match': tags } });
      return [response.status, (await response.text()).length > 0, response.headers.get('ETag')];
    };
    expect(await asked(etag)).toEqual([304, false, etag]);
    expect(await asked(`"other", W/${etag}`)).toEqual([304, false, etag]);
    expect(await asked('"other"')).toEqual([200, true, etag]);
  });

  it.each([
    'unknown',
    '__proto__',
    'constructor',
    '..%2F..%2Fetc%2Fpasswd',
    '%00',
    '%E0%A4%A',
    'a'.repeat(5_000),
  ])('responds with 404 for image %s', async id => {
    const response = await app.request(`/getWalletImage/${id}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      error: { code: 'IMAGE_NOT_FOUND', message: expect.any(String) },
    });
  });
});

describe('GET /public/getAssetImage/{id}', () => {
  it('has an image of every network by reference, CAIP-2 id and slug (CALL-07)', async () => {
    expect(networkAssets).toHaveLength(34);
    for (const { chainId, slug } of networkAssets) {
      const { svg } = await image(`/public/getAssetImage/${chainId.split(':')[1]}`);
      expectHarmless(svg);
      expect((await image(`/public/getAssetImage/${encodeURIComponent(chainId)}`)).svg).toBe(svg);
      expect((await image(`/public/getAssetImage/${slug}`)).svg).toBe(svg);
    }
  });

  it('has the mark of every login provider, and no letter in its place (UX-01)', async () => {
    for (const provider of Object.keys(PROVIDER_NAMES)) {
      const { svg } = await image(`/public/getAssetImage/${encodeURIComponent(`login:${provider}`)}`);
      expectHarmless(svg);
      expect(svg).not.toContain('<text');
      const colours = new Set(svg.match(/#[0-9a-f]{3,6}/gi));
      // Masks show what is white.
      if (provider === 'google') expect(colours.size).toBe(4);
      else expect([...colours], provider).toEqual(['#fff']);
    }
  });

  it('has the mark of Coinbase, in its colour, and a letter for Meld (UX-18)', async () => {
    const of = async (id: string) =>
      (await image(`/public/getAssetImage/${encodeURIComponent(`onramp:${id}`)}`)).svg;
    const coinbase = await of('coinbase');
    expectHarmless(coinbase);
    expect(coinbase).not.toContain('<text');
    expect(coinbase).toContain('#0052FF');
    expect(await of('meld')).toContain('>M</text>');
  });

  it.each(['250', 'login:', 'login:unknown', 'google'])('responds with 404 for %s', async id => {
    expect((await app.request(`/public/getAssetImage/${id}`)).status).toBe(404);
  });
});

describe('GET /public/getTokenImage/{id}', () => {
  it('has the logos of common tokens, in any case, and a monogram for others (CALL-09)', async () => {
    for (const { symbol } of tokenList) expectHarmless((await image(`/public/getTokenImage/${symbol}`)).svg);
    const usdc = await image('/public/getTokenImage/USDC');
    expect((await image('/public/getTokenImage/usdc')).svg).toBe(usdc.svg);
    expect(usdc.svg).not.toContain('<text');
    for (const symbol of ['NOBODY', 'USDC.e', '%24FOO', '%E2%82%AE0']) {
      const { svg } = await image(`/public/getTokenImage/${symbol}`);
      expectHarmless(svg);
      expect(svg).toContain('<text');
    }
  });

  it.each(['%3Cscript%3E', '%00', 'a'.repeat(21), '..%2F', '%20'])(
    'responds with 404 for token %s',
    async id => {
      expect((await app.request(`/public/getTokenImage/${id}`)).status).toBe(404);
    },
  );
});

describe('GET /public/getCurrencyImage/{id}', () => {
  it('shows the sign of a currency, or its code (CALL-08)', async () => {
    expect((await image('/public/getCurrencyImage/USD')).svg).toContain('>$</text>');
    expect((await image('/public/getCurrencyImage/eur')).svg).toContain('>€</text>');
    expect((await image('/public/getCurrencyImage/XYZ')).svg).toContain('>XYZ</text>');
    expectHarmless((await image('/public/getCurrencyImage/GBP')).svg);
  });

  it.each(['US', 'DOLLAR', '%3C%3E%3C', '%00AB'])('responds with 404 for currency %s', async id => {
    expect((await app.request(`/public/getCurrencyImage/${id}`)).status).toBe(404);
  });
});
