// Writes an image of every wallet of the registry into walletImages/: its logo from the icon package (MIT, a development
// dependency), or a monogram. Images are WebP, because a browser lays out and paints each SVG like a document, which is
// slow for dozens of them in a scrolling grid.
// Run it after the registry, the icon package or the table below changes, after `npm run build`:
//   node packages/gateway/scripts/generateWalletImages.mjs
//   --all   draws all of them again; else those whose source changed, since fonts and encoders differ between machines
// The browser is $CHROMIUM, or Debian's.

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import { monogram } from '../dist/project/assets/monogram.js';
import { registry } from '../dist/project/directory/registry.js';
import { svgOf } from './icons.mjs';

const { CHROMIUM = '/usr/bin/chromium' } = process.env;

/** Pixels of each side: twice the largest tile (80 px), and three times that of the grid (56 px). */
const SIZE = 168;

/** Icons by wallet of the registry. A wallet without one gets a monogram. */
const WALLETS = {
  metamask: 'wallets/metamask',
  'coinbase-wallet': 'wallets/coinbase',
  phantom: 'wallets/phantom',
  rabby: 'wallets/rabby',
  trust: 'wallets/trust',
  okx: 'wallets/okx',
  rainbow: 'wallets/rainbow',
  binance: 'exchanges/binance',
  uniswap: 'exchanges/uniswap',
  zerion: 'wallets/zerion',
  ledger: 'wallets/ledger',
  safe: 'wallets/safe',
  base: 'networks/base',
  bitget: 'exchanges/bitget',
  backpack: 'wallets/backpack',
  exodus: 'wallets/exodus',
  bybit: 'exchanges/bybit',
  tokenpocket: 'wallets/token-pocket',
  imtoken: 'wallets/imtoken',
  coin98: 'wallets/coin98',
  solflare: 'wallets/solflare',
  kraken: 'wallets/kraken',
  enkrypt: 'wallets/enkrypt',
  ronin: 'wallets/ronin',
  '1inch': 'exchanges/1inch',
  mew: 'wallets/my-ether-wallet',
  gate: 'exchanges/gate-io',
  gemini: 'exchanges/gemini',
  kaia: 'networks/kaia',
  ready: 'wallets/argent',
  keplr: 'wallets/keplr',
  sequence: 'wallets/sequence',
  zengo: 'wallets/zengo',
  atomic: 'wallets/atomic',
  alphawallet: 'wallets/alpha-wallet',
};

const images = new URL('../walletImages/', import.meta.url);
/** Sources of the images: the icon, if there is one, and the SHA-256 of the SVG. */
const record = new URL('walletImages.json', import.meta.url);

/** Runs in the browser: draws an SVG and returns it as lossless WebP in base64. */
async function draw([svg, size]) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = new OffscreenCanvas(size, size);
  canvas.getContext('2d').drawImage(image, 0, 0, size, size);
  // In Chromium, the highest quality means lossless.
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 1 });
  const url = await new Promise(resolve => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsDataURL(blob);
  });
  return url.slice(url.indexOf(',') + 1);
}

/** Keeps only the image data (RFC 9649, section 2.6): the browser adds an sRGB profile, which is the default anyway. */
function withoutProfile(webp) {
  let at = 12;
  while (webp.toString('latin1', at, at + 4) !== 'VP8L') {
    if (at >= webp.length) throw new Error('The browser wrote no lossless WebP');
    const size = webp.readUInt32LE(at + 4);
    at += 8 + size + (size % 2);
  }
  const size = webp.readUInt32LE(at + 4);
  const picture = webp.subarray(at, at + 8 + size + (size % 2));
  const header = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  header.writeUInt32LE(4 + picture.length, 4);
  return Buffer.concat([header, picture]);
}

async function sourceOf({ id, name }) {
  const icon = WALLETS[id];
  const svg = icon ? await svgOf(icon) : monogram(id, name);
  const source = createHash('sha256').update(svg).digest('hex');
  // Visitors' fonts differ, so monograms use fonts that look alike on most machines.
  return {
    id,
    svg: svg.replace('system-ui', 'Helvetica,Nimbus Sans'),
    entry: icon ? { icon, source } : { source },
  };
}

const sources = await Promise.all(registry.map(sourceOf));
const before = JSON.parse(await readFile(record, 'utf8').catch(() => '{}'));
await mkdir(images, { recursive: true });
const there = new Set(await readdir(images));
const isStale = ({ id, entry }) => before[id]?.source !== entry.source || !there.has(`${id}.webp`);
const stale = process.argv.includes('--all') ? sources : sources.filter(isStale);

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage();
  for (const { id, svg } of stale) {
    const bytes = withoutProfile(Buffer.from(await page.evaluate(draw, [svg, SIZE]), 'base64'));
    await writeFile(new URL(`${id}.webp`, images), bytes);
    console.log(`${id}.webp: ${bytes.length} bytes`);
  }
} finally {
  await browser.close();
}
const kept = new Set(sources.map(({ id }) => `${id}.webp`));
for (const file of there) if (!kept.has(file)) await rm(new URL(file, images));
const entries = Object.fromEntries(sources.map(({ id, entry }) => [id, entry]));
await writeFile(record, `${JSON.stringify(entries, undefined, 2)}\n`);
console.log(`${stale.length} of ${sources.length} images written`);
