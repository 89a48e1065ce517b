// node bench/allWallets.mjs: measures All wallets with 500 entries, with the CPU throttled 4×. Needs a build.
//   --rounds N    visits (default 7), after one more to warm up
//   --record      writes docs/results/allWallets.md
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import { chromium } from 'playwright-core';
import { findChromium } from '../scripts/lib/findChromium.mjs';
import { inRoot } from '../scripts/lib/paths.mjs';
import { startDirectory } from './allWallets/startDirectory.mjs';
import { visitAllWallets, visitEmptyPage, visitUnthrottled } from './allWallets/visitAllWallets.mjs';

const { argv } = process;
const rounds = argv.includes('--rounds') ? Number(argv[argv.indexOf('--rounds') + 1]) : 7;
const WALLETS = 500;
const load = os.loadavg()[0].toFixed(1);

const sorted = values => values.toSorted((a, b) => a - b);
const median = values => sorted(values)[Math.floor(values.length / 2)];
const figure = values =>
  `${median(values).toFixed(0)} (${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)})`;

/** The browser reports only tasks of 50 ms or more; 0 means that a visit had none. */
const taskFigure = values => (Math.max(...values) === 0 ? 'none of 50 ms' : `${figure(values)} ms`);

const directory = await startDirectory(WALLETS);
const browser = await chromium.launch({
  executablePath: await findChromium({ log: console.log }),
  args: ['--no-sandbox', '--disable-gpu'],
});
const visits = [];
const floors = [];
try {
  for (let round = 0; round <= rounds; round += 1) {
    // Interleaved, so that other load on the machine affects all of them equally.
    const visit = await visitAllWallets(browser, directory);
    visit.unthrottled = await visitUnthrottled(browser, directory);
    const floor = await visitEmptyPage(browser, directory);
    if (round > 0) {
      visits.push(visit);
      floors.push(floor);
    }
    console.log(round === 0 ? 'Warmed up.' : JSON.stringify({ ...visit, floor }));
  }
} finally {
  await browser.close();
  directory.stop();
}
const of = key => visits.map(visit => visit[key]);
const rows = [
  [
    'click on the row (after hovering for 300 ms) → first frame with wallets',
    `${figure(of('paint'))} ms`,
    '≤ 100 ms',
  ],
  ['the same without CPU throttling', `${figure(of('unthrottled'))} ms`, '≤ 100 ms'],
  ['longest task between the click and that frame', taskFigure(of('openTask')), '–'],
  ['tasks over 50 ms while scrolling through all 500', figure(of('longTasks')), '0'],
  ['baseline: the same for an empty page', figure(floors.map(({ longTasks }) => longTasks)), '–'],
  ['longest task while scrolling', taskFigure(of('scrollTask')), '≤ 50 ms'],
  ['baseline: the same for the empty page', taskFigure(floors.map(({ scrollTask }) => scrollTask)), '–'],
  ['maximum number of wallets in the document', figure(of('tiles')), '–'],
  ['last key press of a search → results', `${figure(of('search'))} ms`, '500 ms debounce + at least 300 ms'],
];
const text = [
  '# All wallets with 500 entries',
  '',
  `\`node bench/allWallets.mjs --record\` on ${new Date().toISOString().slice(0, 10)}: Chromium ${browser.version()}, ${os.cpus().length} cores, load ${load} before, CPU throttled 4×, ${rounds} visits; median (lowest–highest).`,
  'The built demo page and a gateway’s directory of 500 wallets. The first frame is the one after the wallets became visible. Tasks are those of 50 ms or more that the browser reports (`longtask`); 0: none in that visit.',
  '',
  '| what | figure | goal |',
  '|---|---|---|',
  ...rows.map(row => `| ${row.join(' | ')} |`),
  '',
].join('\n');
console.log(text);
if (argv.includes('--record')) writeFileSync(inRoot('docs/results/allWallets.md'), text);
