// node bench/frameReady.mjs: measures the wallet page from the start of its load to READY, in a host page on another site, with the
// CPU throttled 4×. Needs a build.
//   --rounds N    loads (default 15), after one more to warm up
//   --record      writes docs/results/frameReady.md
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { findChromium } from '../scripts/lib/findChromium.mjs';
import { inRoot } from '../scripts/lib/paths.mjs';

const { FRAME_FILE_HEADERS, frameHeaders } = await import('latchkit/protocol');
const { argv } = process;
const rounds = argv.includes('--rounds') ? Number(argv[argv.indexOf('--rounds') + 1]) : 15;
const load = os.loadavg()[0].toFixed(1);
const GOAL = 1_000;

async function serve(answer) {
  const server = createServer((request, response) => {
    const { type, headers, text } = answer(new URL(request.url, 'http://localhost').pathname);
    const sent = { 'content-type': type, 'content-encoding': 'br', ...headers };
    response.writeHead(200, sent).end(brotliCompressSync(text));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: server.address().port };
}

const host = await serve(() => ({
  type: 'text/html',
  headers: {},
  text: '<!doctype html><title>Host</title>',
}));
const hostOrigin = `http://app.localhost:${host.port}`;
const dist = inRoot('apps/frame/dist');
const types = { '.js': 'text/javascript', '.css': 'text/css' };
const floorScript = "addEventListener('message', ({ ports }) => ports[0]?.postMessage('READY'))";
const wallet = await serve(name => {
  if (name === '/floor') return { type: 'text/html', headers: {}, text: '<script src="/floor.js"></script>' };
  if (name === '/floor.js') return { type: 'text/javascript', headers: {}, text: floorScript };
  if (name !== '/frame') {
    const text = readFileSync(path.join(dist, path.normalize(name)));
    return { type: types[path.extname(name)], headers: FRAME_FILE_HEADERS, text };
  }
  const config = JSON.stringify({ allowedOrigins: [hostOrigin] }).replaceAll('"', '&quot;');
  const page = readFileSync(path.join(dist, 'index.html'), 'utf8');
  return {
    type: 'text/html',
    headers: frameHeaders({ allowedOrigins: [hostOrigin], connect: [] }),
    text: page.replace('name="latchkit-frame" content=""', `name="latchkit-frame" content="${config}"`),
  };
});
const walletUrl = `http://wallet.localhost:${wallet.port}`;

/** Loads the wallet page into the host's iframe, starts the handshake as the SDK does, and returns the milliseconds until READY. */
const loadFrame = ([url, version]) =>
  new Promise(resolve => {
    const iframe =
      document.querySelector('iframe') ?? document.body.appendChild(document.createElement('iframe'));
    const query = { projectId: '0'.repeat(32), chainId: 'eip155:1', version, enableLogger: 'false' };
    const from = performance.now();
    iframe.onload = () => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - from);
      const nonce = crypto.randomUUID();
      const greeting = { lk: 1, type: 'INIT', nonce, sdkVersion: '0.1.0', protocols: [1] };
      iframe.contentWindow.postMessage(greeting, new URL(url).origin, [port2]);
    };
    iframe.src = `${url}?${new URLSearchParams(query)}`;
  });

const browser = await chromium.launch({
  executablePath: await findChromium({ log: console.log }),
  // Overrides Playwright's switch of the same name, so that storage is partitioned by site, as in users' browsers.
  args: ['--no-sandbox', '--disable-gpu', '--disable-features=HttpsUpgrades,OptimizationHints'],
});
const times = { frame: [], floor: [] };
try {
  const page = await browser.newPage();
  await page.goto(hostOrigin);
  await page.evaluate(loadFrame, [`${walletUrl}/frame`, 'warm']);
  const frame = page.frames().find(one => one.url().startsWith(walletUrl));
  for (const target of [page, frame]) {
    const devtools = await page.context().newCDPSession(target);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await devtools.send('Network.enable');
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  }
  for (let round = 0; round <= rounds; round += 1) {
    // Interleaved, so that other load on the machine affects both equally.
    for (const [name, kept] of Object.entries(times)) {
      const milliseconds = await page.evaluate(loadFrame, [`${walletUrl}/${name}`, String(round)]);
      if (round > 0) kept.push(milliseconds);
    }
  }
} finally {
  await browser.close();
  for (const { server } of [host, wallet]) server.close();
}
const figure = values => {
  const sorted = values.toSorted((one, other) => one - other);
  const at = part => sorted[Math.round((sorted.length - 1) * part)].toFixed(0);
  return `${at(0.5)} ms (${at(0.25)}–${at(0.75)})`;
};
const text = [
  '# Time until the wallet page is ready',
  '',
  `\`node bench/frameReady.mjs --record\` on ${new Date().toISOString().slice(0, 10)}: Chromium ${browser.version()}, ${os.cpus().length} cores, load ${load} before, CPU throttled 4×, ${rounds} loads; median (quartiles).`,
  'From the start of the iframe’s load, on another site than its host, with an empty cache, to READY: its keys exist, and it responds.',
  '',
  '| what | figure | goal |',
  '|---|---|---|',
  `| start of the load → READY | ${figure(times.frame)} | ≤ ${GOAL} ms |`,
  `| baseline: the same for a page that only responds | ${figure(times.floor)} | – |`,
  '',
].join('\n');
console.log(text);
if (argv.includes('--record')) writeFileSync(inRoot('docs/results/frameReady.md'), text);
