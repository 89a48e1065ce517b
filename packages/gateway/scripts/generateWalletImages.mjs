// Writes walletImages/: the logo of each wallet of the registry that one of the packages in pictures.mjs has. The others
// have no file, and the modal shows their first letter. Images are WebP, because a browser lays out and paints each SVG
// like a document, which is slow for dozens of them in a scrolling grid.
// Run it after the registry, a package or the table below changes, after `npm run build`:
//   node packages/gateway/scripts/generateWalletImages.mjs
//   --all   draws all of them again; else those whose source changed, since fonts and encoders differ between machines
// The browser is $CHROMIUM, or Debian's.

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import { registry } from '../dist/project/directory/registry.js';
import { pictureOf } from './pictures.mjs';

const { CHROMIUM = '/usr/bin/chromium' } = process.env;

/** Pixels of each side: twice the largest tile (80 px), and three times that of the grid (56 px). */
const SIZE = 168;
/** Maximum bytes of an image: a logo that is larger without loss is compressed until it fits. */
const MOST_BYTES = 3000;

/** Pictures by wallet of the registry: the package in pictures.mjs, and where in it. */
const WALLETS = {
  metamask: 'web3icons/wallets/metamask',
  'coinbase-wallet': 'web3icons/wallets/coinbase',
  phantom: 'web3icons/wallets/phantom',
  rabby: 'web3icons/wallets/rabby',
  trust: 'web3icons/wallets/trust',
  okx: 'web3icons/wallets/okx',
  rainbow: 'web3icons/wallets/rainbow',
  binance: 'web3icons/exchanges/binance',
  uniswap: 'web3icons/exchanges/uniswap',
  zerion: 'web3icons/wallets/zerion',
  ledger: 'web3icons/wallets/ledger',
  safe: 'web3icons/wallets/safe',
  base: 'web3icons/networks/base',
  bitget: 'web3icons/exchanges/bitget',
  backpack: 'web3icons/wallets/backpack',
  exodus: 'web3icons/wallets/exodus',
  bybit: 'web3icons/exchanges/bybit',
  tokenpocket: 'web3icons/wallets/token-pocket',
  imtoken: 'web3icons/wallets/imtoken',
  coin98: 'web3icons/wallets/coin98',
  solflare: 'web3icons/wallets/solflare',
  kraken: 'web3icons/wallets/kraken',
  enkrypt: 'web3icons/wallets/enkrypt',
  ronin: 'web3icons/wallets/ronin',
  '1inch': 'web3icons/exchanges/1inch',
  mew: 'web3icons/wallets/my-ether-wallet',
  gate: 'web3icons/exchanges/gate-io',
  gemini: 'web3icons/exchanges/gemini',
  kaia: 'web3icons/networks/kaia',
  ready: 'web3icons/wallets/argent',
  keplr: 'web3icons/wallets/keplr',
  sequence: 'web3icons/wallets/sequence',
  zengo: 'web3icons/wallets/zengo',
  atomic: 'web3icons/wallets/atomic',
  alphawallet: 'web3icons/wallets/alpha-wallet',
  brave: 'rainbowkit/braveWallet',
  onekey: 'rainbowkit/oneKeyWallet',
  safepal: 'rainbowkit/safepalWallet',
  core: 'rainbowkit/coreWallet',
  frame: 'rainbowkit/frameWallet',
  talisman: 'rainbowkit/talismanWallet',
  subwallet: 'rainbowkit/subWallet',
  nova: 'rainbowkit/novaWallet',
  zeal: 'rainbowkit/zealWallet',
  ctrl: 'rainbowkit/ctrlWallet',
  taho: 'rainbowkit/tahoWallet',
  wigwam: 'rainbowkit/wigwamWallet',
  bifrost: 'rainbowkit/bifrostWallet',
  valora: 'rainbowkit/valoraWallet',
  iopay: 'rainbowkit/iopayWallet',
  'universal-profiles': 'rainbowkit/universalProfilesWallet',
  xverse: 'ant-design/xverse-colorful',
  unisat: 'ant-design/unisat-colorful',
  foxwallet: 'rainbowkit/foxWallet',
  frontier: 'rainbowkit/frontierWallet',
  'magic-eden': 'rainbowkit/magicEden',
  'best-wallet': 'rainbowkit/bestWallet',
  porto: 'rainbowkit/portoWallet',
  xportal: 'rainbowkit/xPortalWallet',
  okto: 'rainbowkit/oktoWallet',
  bitverse: 'rainbowkit/bitverseWallet',
  'clv-wallet': 'rainbowkit/clvWallet',
  meco: 'rainbowkit/mecoWallet',
  dawn: 'rainbowkit/dawnWallet',
  kresus: 'rainbowkit/kresusWallet',
  compass: 'rainbowkit/compassWallet',
  berasig: 'rainbowkit/berasigWallet',
  zilpay: 'rainbowkit/zilPayWallet',
  tokenary: 'rainbowkit/tokenaryWallet',
  nest: 'rainbowkit/nestWallet',
  desig: 'rainbowkit/desigWallet',
  bitski: 'rainbowkit/bitskiWallet',
  bloom: 'rainbowkit/bloomWallet',
  safeheron: 'rainbowkit/safeheronWallet',
  ramper: 'rainbowkit/ramperWallet',
  anchorage: 'rainbowkit/anchorageDigitalWallet',
  paraswap: 'rainbowkit/paraSwapWallet',
};

const images = new URL('../walletImages/', import.meta.url);
/** Sources of the images: the icon, if there is one, and the SHA-256 of the SVG. */
const record = new URL('walletImages.json', import.meta.url);

/**
 * Runs in the browser: draws an SVG and returns it as WebP in base64. The browser paints it as an image, so that nothing
 * in it runs or loads.
 */
async function draw([svg, size, quality]) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = new OffscreenCanvas(size, size);
  canvas.getContext('2d').drawImage(image, 0, 0, size, size);
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
  const url = await new Promise(resolve => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsDataURL(blob);
  });
  return url.slice(url.indexOf(',') + 1);
}

/** Whether the extended header (RFC 9649, section 2.7) says that there is a colour profile. */
const HAS_PROFILE = 0x20;

/** Leaves out the sRGB profile that the browser adds, because sRGB is the default anyway (RFC 9649, section 2.7). */
function withoutProfile(webp) {
  const chunks = [];
  for (let at = 12; at < webp.length; ) {
    const size = webp.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    const name = webp.toString('latin1', at, at + 4);
    if (name !== 'ICCP') chunks.push({ name, bytes: webp.subarray(at, end) });
    at = end;
  }
  const pixels = chunks.filter(({ name }) => name !== 'VP8X');
  for (const { name, bytes } of chunks) if (name === 'VP8X') bytes[8] &= ~HAS_PROFILE;
  // An image of one chunk needs no extended header.
  const content = Buffer.concat((pixels.length === 1 ? pixels : chunks).map(({ bytes }) => bytes));
  const header = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  header.writeUInt32LE(4 + content.length, 4);
  return Buffer.concat([header, content]);
}

/** Draws a logo without loss if that fits, else in the best quality that does. */
async function drawn(page, svg) {
  // In Chromium, the highest quality means lossless.
  for (let quality = 1; quality > 0.3; quality -= 0.02) {
    const bytes = withoutProfile(Buffer.from(await page.evaluate(draw, [svg, SIZE, quality]), 'base64'));
    if (bytes.length <= MOST_BYTES) return bytes;
  }
  throw new Error('The picture is too detailed');
}

async function sourceOf({ id }) {
  const picture = WALLETS[id];
  const svg = await pictureOf(picture);
  return { id, svg, entry: { picture, source: createHash('sha256').update(svg).digest('hex') } };
}

const sources = await Promise.all(registry.filter(({ id }) => id in WALLETS).map(sourceOf));
const before = JSON.parse(await readFile(record, 'utf8').catch(() => '{}'));
await mkdir(images, { recursive: true });
const there = new Set(await readdir(images));
const isStale = ({ id, entry }) => before[id]?.source !== entry.source || !there.has(`${id}.webp`);
const stale = process.argv.includes('--all') ? sources : sources.filter(isStale);

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage();
  for (const { id, svg } of stale) {
    const bytes = await drawn(page, svg);
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
const letters = registry.filter(({ id }) => !(id in WALLETS)).map(({ name }) => name);
console.log(`${stale.length} of ${sources.length} images written; with a letter: ${letters.join(', ')}`);
