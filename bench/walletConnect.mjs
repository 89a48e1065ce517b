// node bench/walletConnect.mjs: compares our WalletConnect client with @walletconnect/sign-client 2.21.8, in turn, over our relay on
// this machine. Needs a build (npm run build).
//   --rounds N     runs of each (default 3)
//   --requests N   requests in each run of ours, one after the other (default 1000)
//   --record       writes docs/results/walletConnect.md
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { inRoot } from '../scripts/lib/paths.mjs';
import { endAll, firstLine, start, startGateway } from './relay/processes.mjs';

const { argv } = process;
const option = (name, fallback) => (argv.includes(name) ? Number(argv[argv.indexOf(name) + 1]) : fallback);
const [rounds, requests] = [option('--rounds', 3), option('--requests', 1_000)];
const load = os.loadavg()[0].toFixed(1);
const program = fileURLToPath(new URL('walletConnect/measure.mjs', import.meta.url));
// Their wallet emits the next request a second after a response, so as many requests as ours would take a quarter of an hour.
const asked = { ours: requests, theirs: Math.min(requests, 30) };
const CLIENTS = { ours: 'ours', theirs: 'sign-client 2.21.8' };

/** Returns the bytes of a production build of `code` for a browser. */
async function size(code) {
  const id = '\0entry';
  const { output } = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      rollupOptions: { input: 'virtual:entry', preserveEntrySignatures: 'strict' },
    },
    plugins: [
      {
        name: 'entry',
        resolveId: name => (name === 'virtual:entry' ? id : undefined),
        load: name => (name === id ? code : undefined),
      },
    ],
  });
  const chunks = output.filter(({ type }) => type === 'chunk');
  const first = new Set();
  const load = name => {
    if (first.has(name)) return;
    first.add(name);
    for (const further of chunks.find(({ fileName }) => fileName === name).imports) load(further);
  };
  load(chunks.find(({ isEntry }) => isEntry).fileName);
  const sum = (isMeant, measure) =>
    chunks
      .filter(({ fileName }) => isMeant(fileName))
      .reduce((total, { code: text }) => total + measure(text), 0) / 1_000;
  const compressed = text => brotliCompressSync(text).length;
  return {
    minified: sum(
      name => first.has(name),
      text => text.length,
    ),
    brotli: sum(name => first.has(name), compressed),
    later: sum(name => !first.has(name), compressed),
  };
}

const sizes = {
  ours: await size("export { createDappClient } from 'latchkit/walletconnect';"),
  theirs: await size("export { SignClient } from '@walletconnect/sign-client';"),
};
const runs = { ours: [], theirs: [] };
try {
  const { url } = await startGateway({ LATCHKIT_RELAY_MAILBOX: 'memory' });
  for (let round = 0; round < rounds; round += 1) {
    for (const which of Object.keys(CLIENTS)) {
      const args = ['--expose-gc', program, which, url, String(asked[which])];
      const found = await firstLine(start(process.execPath, args));
      runs[which].push(found);
      console.log(CLIENTS[which], JSON.stringify(found));
    }
  }
} finally {
  await endAll();
}

const middle = values => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const figure = (which, key, digits, unit) =>
  `${middle(runs[which].map(run => run[key])).toFixed(digits)} ${unit}`;
const times = which => `${figure(which, 'requests', 2, 's')} for ${asked[which]}`;
const ROWS = [
  ['start → pairing link', 'uri', 1, 'ms'],
  ['link → session settled', 'settled', 1, 'ms'],
  ['start → session settled', 'connected', 1, 'ms'],
  ['one request and its response', 'request', 2, 'ms'],
  ['heap of page and wallet afterwards', 'heap', 1, 'MB'],
];
const rows = [
  [
    'bundle of the page side, minified',
    ...Object.keys(CLIENTS).map(which => `${sizes[which].minified.toFixed(0)} kB`),
  ],
  ['the same, brotli', ...Object.keys(CLIENTS).map(which => `${sizes[which].brotli.toFixed(1)} kB`)],
  [
    'including code that some pages load later, brotli',
    ...Object.keys(CLIENTS).map(which => `${(sizes[which].brotli + sizes[which].later).toFixed(1)} kB`),
  ],
  ['sequential requests', ...Object.keys(CLIENTS).map(times)],
  ...ROWS.map(([name, key, digits, unit]) => [
    name,
    ...Object.keys(CLIENTS).map(which => figure(which, key, digits, unit)),
  ]),
];
const text = [
  '# WalletConnect clients compared',
  '',
  `\`node bench/walletConnect.mjs --record\` on ${new Date().toISOString().slice(0, 10)}: Node ${process.version}, ${os.cpus().length} cores, load ${load} before, ${rounds} alternating runs of each; medians.`,
  'Page and wallet use the same client, in one process, over our relay (memory mailbox) on the same machine. The wallet side of sign-client passes on one request per second.',
  '',
  `| what | ${Object.values(CLIENTS).join(' | ')} |`,
  '|---|---|---|',
  ...rows.map(row => `| ${row.join(' | ')} |`),
  '',
].join('\n');
console.log(text);
if (argv.includes('--record')) writeFileSync(inRoot('docs/results/walletConnect.md'), text);
