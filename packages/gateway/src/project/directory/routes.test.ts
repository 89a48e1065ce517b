import { Hono } from 'hono';
import { type WalletListing, walletListingAnswer } from 'latchkit/protocol';
import { describe, expect, it } from 'vitest';
import { answerError, toGatewayError } from '../../platform/http/answerError.js';
import { imageService } from '../assets/service.js';
import { imageStore } from '../assets/store.js';
import { developmentProject } from '../projects/developmentProject.js';
import { serveProjectCalls } from '../projects/projectCalls.js';
import { directoryCalls } from './routes.js';
import { walletService } from './service.js';
import { walletStore } from './store.js';
import { walletLogos } from './walletLogos.js';

const listed = walletStore().all();

const store = walletStore();
const handlers = directoryCalls(walletService(store, imageService(imageStore(walletLogos(store.all())))));
const app = new Hono()
  .route('/', serveProjectCalls(handlers, { get: async () => developmentProject }))
  .onError((error, context) => answerError(context, toGatewayError(error, console.error)));

async function list(search = ''): Promise<{ data: WalletListing[]; count: number; ids: string[] }> {
  const response = await app.request(`/getWallets?projectId=x&${search}`);
  expect(response.status).toBe(200);
  const json = await response.json();
  const { data, count } = walletListingAnswer.parse(json);
  // Parsing neither loses nor adds fields.
  expect(data).toEqual(json.data);
  return { data, count, ids: data.map(({ id }) => id) };
}

describe('GET /getWallets', () => {
  it('lists 40 wallets, and the total number', async () => {
    const { ids, count } = await list('st=appkit&sv=1.0');
    expect(ids).toHaveLength(40);
    expect(ids[0]).toBe('metamask');
    expect(count).toBe(listed.length);
  });

  it('pages without gaps or duplicates', async () => {
    const ids: string[] = [];
    for (let page = 1; page <= Math.ceil(listed.length / 7) + 1; page += 1) {
      ids.push(...(await list(`entries=7&page=${page}`)).ids);
    }
    expect(ids).toEqual(listed.map(({ id }) => id));
  });

  it('includes and excludes by id', async () => {
    expect((await list('include=rabby,metamask,none')).ids).toEqual(['metamask', 'rabby']);
    const without = await list('exclude=metamask&entries=100');
    expect(without.ids).not.toContain('metamask');
    expect(without.count).toBe(listed.length - 1);
    expect(await list('include=none')).toMatchObject({ data: [], count: 0 });
  });

  it('includes and excludes by the name in reverse DNS that wallets announce (DX-08)', async () => {
    expect((await list('include=io.rabby,io.metamask')).ids).toEqual(['metamask', 'rabby']);
    expect((await list('exclude=io.metamask&entries=100')).ids).not.toContain('metamask');
  });

  it('filters by chain; a wallet that accepts any EVM chain supports an unlisted one', async () => {
    const { ids } = await list('chains=eip155:8217&entries=100');
    expect(ids).toContain('metamask');
    expect(ids).toContain('kaia');
    expect(ids).not.toContain('phantom');
    const solana = await list('chains=solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp,polkadot:none&entries=100');
    expect(solana.ids).toContain('solflare');
    expect(solana.ids).not.toContain('frame');
  });

  it('searches names regardless of case and spaces, with prefix matches first', async () => {
    expect((await list('search=ONE%20key')).ids).toEqual(['onekey']);
    const { ids } = await list('search=co&entries=100');
    expect(ids.slice(0, 3)).toEqual(['coinbase-wallet', 'coin98', 'core']);
    expect((await list(`search=${encodeURIComponent('.*')}`)).count).toBe(0);
  });

  it('certifies wallets whose announced name belongs to the domain of their page', async () => {
    const { data, count } = await list('badge_type=certified&entries=100');
    const ids = data.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['metamask', 'zerion', 'rabby', 'coinbase-wallet']));
    expect(data.every(({ badge_type }) => badge_type === 'certified')).toBe(true);
    // OKX announces a name of its former domain; Wigwam announces one that it nowhere shows to be its own.
    expect(ids).toEqual(expect.arrayContaining(['frame', 'okx', 'phantom']));
    expect(ids).not.toContain('wigwam');
    const without = await list('badge_type=none&entries=100');
    expect(without.count).toBe(listed.length - count);
    expect(without.data.every(({ badge_type }) => badge_type === null)).toBe(true);
    expect((await list('badge_type=other')).count).toBe(0);
  });

  it('combines all parameters', async () => {
    const query =
      'search=wallet&chains=eip155:1&badge_type=certified&exclude=bifrost&include=bifrost,gate,zeal';
    expect((await list(query)).ids).toEqual(['gate']);
  });

  it('is compressed for clients that accept it', async () => {
    const response = await app.request('/getWallets?projectId=x', { headers: { 'Accept-Encoding': 'gzip' } });
    expect(response.headers.get('Content-Encoding')).toBe('gzip');
    expect((await response.arrayBuffer()).byteLength).toBeLessThan(6_000);
  });

  it.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=1e3',
    'page=99999999999999999999',
    'page=NaN',
    'entries=0',
    'entries=101',
    'entries=40&entries=40',
    'include=../../etc/passwd',
    `include=${Array(501).fill('a').join(',')}`,
    'chains=eip155',
    'chains=eip155:1:0xabc',
    `search=${'a'.repeat(101)}`,
    `badge_type=${'a'.repeat(41)}`,
  ])('refuses %s', async search => {
    const response = await app.request(`/getWallets?projectId=x&${search}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: { code: 'INVALID_QUERY', message: expect.any(String) } });
  });

  it('drops a wallet on the day it ends, although a list with it is cached (RW-17)', async () => {
    let time = Date.parse('2030-01-01T23:59:59Z');
    const acme = { id: 'acme', name: 'Acme', homepage: 'https://acme.example', evm: 'any' } as const;
    const ending = walletStore([{ ...acme, ended: '2030-01-02' }], () => time);
    const images = imageService(imageStore(walletLogos(ending.all())));
    const calls = directoryCalls(walletService(ending, images), () => time);
    const gateway = serveProjectCalls(calls, { get: async () => developmentProject });
    const count = async () => (await (await gateway.request('/getWallets?projectId=x')).json()).count;
    expect(await count()).toBe(1);
    time += 1_000;
    expect(await count()).toBe(0);
  });

  it('lists wallets of Bitcoin and Polkadot for pages with these networks alone (RW-22)', async () => {
    const bitcoin = await list('chains=bip122:000000000019d6689c085ae165831e93&entries=100');
    expect(bitcoin.ids.sort()).toEqual(['leather', 'metamask', 'okx', 'unisat', 'xverse']);
    const polkadot = await list('chains=polkadot:91b171bb158e2d3848fa23a9f1c25182&entries=100');
    expect(polkadot.ids).toContain('polkadot-js');
    const evm = await list('chains=eip155:1&entries=100');
    for (const id of ['xverse', 'leather', 'unisat', 'polkadot-js']) expect(evm.ids).not.toContain(id);
  });
});
