// npm run bench: compares pages with Latchkit to the same pages without it. Writes docs/results/bench.{json,md}.
// --rounds N: visits to each page (default 9, minimum 7).
import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { build } from './build.mjs';
import { install } from './install.mjs';
import { inRoot } from './lib/paths.mjs';

await install();
await build();
const { measure } = await import('../bench/measure.mjs');
const { argv } = process;
const rounds = Math.max(7, argv.includes('--rounds') ? Number(argv[argv.indexOf('--rounds') + 1]) : 9);
// Other work on the machine changes the numbers, so the report shows the load.
const load = os.loadavg()[0].toFixed(1);
const { chromium, results, shares } = await measure({ rounds, log: console.log });
const loadAfter = os.loadavg()[0].toFixed(1);

const quantile = (values, part) =>
  values.toSorted((one, other) => one - other)[Math.round((values.length - 1) * part)];
const middle = (page, key) =>
  quantile(
    results[page].map(result => result[key]),
    0.5,
  );
const ms = (page, key) => {
  const values = results[page].map(result => result[key]).filter(value => value !== undefined);
  return values.length === 0
    ? '–'
    : `${quantile(values, 0.5).toFixed(0)} (${quantile(values, 0.25).toFixed(0)}–${quantile(values, 0.75).toFixed(0)})`;
};
const kB = (page, key) => {
  const value = middle(page, key);
  return value === undefined ? '–' : (value / 1000).toFixed(1);
};
const MB = (page, key) => {
  const value = middle(page, key);
  return value === undefined ? '–' : (value / 1e6).toFixed(2);
};
const ratio = (page, key, floor) => (middle(page, key) / middle(floor, key)).toFixed(2);
const foreign = page => new Set(results[page].flatMap(result => result.foreign ?? [])).size;

const pages = Object.keys(results);
const table = (head, rows) => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => '---').join('|')}|`,
  ...rows.map(row => `| ${row.join(' | ')} |`),
];
const lines = [
  '# Benchmark',
  '',
  `\`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: Chromium ${chromium}, Node ${process.versions.node}, ${os.cpus().length} cores, load ${load} before and ${loadAfter} after, CPU throttled 4×, ${rounds} rounds; median (quartiles).`,
  'Pages are production builds of `bench/hosts/`, served with brotli; each round visits every page once with an empty cache. "Hovered": the pointer rests on the button for 300 ms before the click; otherwise the click follows the first hover at once.',
  '',
  ...table(
    [
      'page',
      'button clickable, ms',
      'click → first wallet row + 2 frames, ms',
      'click → at rest, ms',
      'wallet click → host address, ms',
      'JS at load, kB (files)',
      'JS more to Connect, kB (files)',
      'heap at load → open, MB',
      'other hosts before a click',
      'requests to the gateway before a click',
    ],
    pages.map(page => [
      page,
      ms(page, 'button'),
      ms(page, 'row'),
      ms(page, 'rest'),
      ms(page, 'address'),
      `${kB(page, 'bytes')} (${middle(page, 'files')})`,
      page.startsWith('floor') ? '–' : `${kB(page, 'bytesToConnect')} (${middle(page, 'filesToConnect')})`,
      page.startsWith('floor') ? MB(page, 'heap') : `${MB(page, 'heap')} → ${MB(page, 'heapOpen')}`,
      page.startsWith('floor') ? '–' : foreign(page),
      page.startsWith('floor') ? '–' : middle(page, 'asked'),
    ]),
  ),
  '',
  ...table(
    ['ratio to the floor page of the same run', 'value', 'goal'],
    [
      ['button clickable, with wagmi', ratio('latchkit-wagmi', 'button', 'floor-wagmi'), '≤ 1.15'],
      ['button clickable, React alone', ratio('latchkit', 'button', 'floor-react'), '≤ 1.15'],
      [
        'wallet click → host address, with a gateway',
        ratio('latchkit-gateway, hovered', 'address', 'floor-wagmi'),
        '≤ 1.25, better 1.15',
      ],
      ['wallet click → host address', ratio('latchkit-wagmi, hovered', 'address', 'floor-wagmi'), '≤ 1.15'],
      [
        'click → first row, hovered, with a gateway, to a plain dialog of nine rows',
        ratio('latchkit-gateway, hovered', 'row', 'floor-dialog'),
        '≤ 1.6, or ≤ 90 ms',
      ],
      [
        'click → at rest, hovered, with a gateway',
        ratio('latchkit-gateway, hovered', 'rest', 'floor-dialog'),
        '≤ 1.6, or ≤ 120 ms',
      ],
      [
        'click → first row, straight, with a gateway',
        ratio('latchkit-gateway', 'row', 'floor-dialog'),
        '≤ 3, or ≤ 200 ms',
      ],
    ],
  ),
  '',
  '## Where the time from click to row goes',
  '',
  'One traced visit each of `latchkit-wagmi`, in milliseconds on the main thread, including the cost of tracing.',
  '',
  ...table(
    ['', ...Object.keys(shares)],
    [...new Set(Object.values(shares).flatMap(share => Object.keys(share ?? {})))].map(group => [
      group,
      ...Object.values(shares).map(share => (share?.[group] ?? 0).toFixed(1)),
    ]),
  ),
  '',
];
mkdirSync(inRoot('docs/results'), { recursive: true });
writeFileSync(
  inRoot('docs/results/bench.json'),
  `${JSON.stringify({ chromium, rounds, results, shares }, undefined, 2)}\n`,
);
writeFileSync(inRoot('docs/results/bench.md'), lines.join('\n'));
console.log(lines.join('\n'));
