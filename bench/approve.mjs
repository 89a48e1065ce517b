// node bench/approve.mjs: measures the time from the press on Approve in the wallet page to the signature in the host page, which is
// on another site. Needs a build.
//   --rounds N    approvals (default 15), after one more to warm up
//   --record      writes docs/results/approve.md
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium } from '../scripts/lib/findChromium.mjs';
import { inRoot } from '../scripts/lib/paths.mjs';
import { freePorts } from '../scripts/lib/ports.mjs';
import { services } from '../scripts/lib/services.mjs';
import { createSupervisor } from '../scripts/lib/supervisor.mjs';
import { askForSignature, connected, logIn, openHost, pressApprove } from './approve/walletVisitor.mjs';

const { argv } = process;
const rounds = argv.includes('--rounds') ? Number(argv[argv.indexOf('--rounds') + 1]) : 15;
const load = os.loadavg()[0].toFixed(1);
const GOAL = 50;
/** Page loads of which the first approval is measured, because it fetches the share of the wallet service. */
const COLD = 3;

const data = mkdtempSync(path.join(os.tmpdir(), 'latchkit-bench-'));
const names = ['CHAIN_A', 'CHAIN_B', 'SOLANA', 'GATEWAY', 'FRAME', 'VAULT', 'DEMO'];
const ports = Object.fromEntries(
  (await freePorts(names.length)).map((port, at) => [names[at], String(port)]),
);
const env = Object.fromEntries(names.map(name => [`LATCHKIT_${name}_PORT`, ports[name]]));
const supervisor = createSupervisor({
  onExit: (name, how) => console.error(`${name} ended unexpectedly (${how}).`),
});
const times = { warm: [], cold: [], floor: [] };
let version = '';
try {
  for (const service of services({ ...env, LATCHKIT_DATA_DIR: data })) {
    if (['EVM chain A', 'Gateway', 'Demo'].includes(service.name)) await supervisor.start(service);
  }
  const browser = await chromium.launch({
    executablePath: await findChromium({ log: console.log }),
    // Overrides Playwright's switch of the same name, so that storage is partitioned by site, as in users' browsers.
    args: ['--no-sandbox', '--disable-gpu', '--disable-features=HttpsUpgrades,OptimizationHints'],
  });
  version = browser.version();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const host = `http://app.localhost:${ports.DEMO}`;
    await openHost(page, host);
    await logIn(page, `http://localhost:${ports.GATEWAY}`);
    const approve = async () => {
      const asked = askForSignature(page);
      await pressApprove(page);
      return asked;
    };
    for (let round = 0; round <= rounds; round += 1) {
      const { signature, floor } = await approve();
      if (round > 0) {
        times.warm.push(signature);
        times.floor.push(floor);
      }
    }
    for (let round = 0; round < COLD; round += 1) {
      await openHost(page, host);
      await connected(page);
      times.cold.push((await approve()).signature);
    }
  } finally {
    await browser.close();
  }
} finally {
  await supervisor.stop();
  rmSync(data, { recursive: true, force: true });
}
const figure = values => {
  const sorted = values.toSorted((one, other) => one - other);
  const at = part => sorted[Math.round((sorted.length - 1) * part)].toFixed(1);
  return `${at(0.5)} ms (${at(0.25)}–${at(0.75)})`;
};
const text = [
  '# From Approve to the signature',
  '',
  `\`node bench/approve.mjs --record\` on ${new Date().toISOString().slice(0, 10)}: Chromium ${version}, ${os.cpus().length} cores, load ${load} before, ${rounds} approvals; median (quartiles).`,
  'The built demo page, with the wallet page on another site. `personal_sign`, approved in the frame: from the pointer’s release, by the browser’s clock, to the response in the host page.',
  '',
  '| what | figure | goal |',
  '|---|---|---|',
  `| press on Approve → signature at the host | ${figure(times.warm)} | ≤ ${GOAL} ms |`,
  `| the first approval after a page load, ${COLD} times: the wallet service first releases its share | ${figure(times.cold)} | – |`,
  `| baseline: a request without approval or key, there and back | ${figure(times.floor)} | – |`,
  '',
].join('\n');
console.log(text);
if (argv.includes('--record')) writeFileSync(inRoot('docs/results/approve.md'), text);
