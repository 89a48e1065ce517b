// node --expose-gc bench/gateway.mjs: measures what the gateway costs on this machine. Needs a build (npm run build).
//   --record      writes docs/results/gateway.md
//   --rounds N    pairs of direct and proxied runs (default 7)
// The load generator, the gateway and anvil share the machine, so ratios are more meaningful than times.
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRoot } from '../scripts/lib/paths.mjs';
import { measureGrowth } from './gateway/measureGrowth.mjs';
import { startLoad } from './gateway/startLoad.mjs';
import { startServices } from './gateway/startServices.mjs';

const { argv } = process;
const rounds = argv.includes('--rounds') ? Number(argv[argv.indexOf('--rounds') + 1]) : 7;
const PROJECT = '0'.repeat(32);
const SECONDS = 4;
const rows = [];
const say = (what, figure) => {
  rows.push([what, figure]);
  console.log(`${what}: ${figure}`);
};

const median = values => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const spread = (runs, key) => {
  const values = runs.map(run => run[key]);
  return `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)})`;
};

async function metric(base, name) {
  const text = await (await fetch(`${base}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

/** Runs `order` and adds the CPU time that the gateway spent on each request, in microseconds. */
async function withCost(load, gateway, order) {
  const name = 'latchkit_process_cpu_seconds_total';
  const before = await metric(gateway, name);
  const began = performance.now();
  const result = await load.run(order);
  const seconds = (performance.now() - began) / 1_000;
  const spent = (await metric(gateway, name)) - before;
  const requests = result.count ?? result.perSecond * order.seconds;
  return { ...result, cost: (spent / requests) * 1e6, used: spent / seconds };
}

async function proxied(load, { gateway, anvil, bare }) {
  const direct = { url: anvil, call: true };
  const through = { url: `${gateway}/v1?chainId=eip155:31337&projectId=${PROJECT}`, call: true };
  const closed = { order: 'closed', concurrency: 16 };
  // Warm up both, so that compilation and connection setup are not measured.
  const floor = { url: bare, call: true };
  for (const target of [through, direct, floor]) await load.run({ ...closed, ...target, seconds: 4 });
  const most = await withCost(load, gateway, { ...closed, ...through, seconds: SECONDS });
  say(
    '`eth_call` through the gateway, 16 concurrent',
    `${Math.round(most.perSecond)} req/s with ${most.used.toFixed(2)} cores (generator: ${most.cores.toFixed(2)})`,
  );
  say(
    'the same, per request and per core',
    `${Math.round(most.cost)} µs of CPU, ${Math.round(1e6 / most.cost)} req/s`,
  );
  // Only the app decodes queries, so this takes the path through Fetch objects and middleware.
  const decoded = { ...through, url: through.url.replace('eip155', '%65ip155') };
  await load.run({ ...closed, ...decoded, seconds: 2 });
  const app = await withCost(load, gateway, { ...closed, ...decoded, seconds: SECONDS });
  say(
    'the same without the fast path',
    `${Math.round(app.perSecond)} req/s, ${Math.round(app.cost)} µs of CPU per request (${(app.cost / most.cost).toFixed(1)} times)`,
  );
  const alone = await load.run({ ...closed, ...direct, seconds: SECONDS });
  say('`eth_call` to anvil, 16 concurrent', `${Math.round(alone.perSecond)} req/s`);
  for (const [name, share] of [
    ['half', 0.5],
    ['a tenth of', 0.1],
  ]) {
    const open = { order: 'open', rate: Math.floor(most.perSecond * share), seconds: SECONDS };
    const pairs = [];
    for (let round = 0; round < rounds; round += 1) {
      const one = await load.run({ ...open, ...direct });
      const two = await withCost(load, gateway, { ...open, ...through });
      pairs.push({ one, two, floor: await load.run({ ...open, ...floor }) });
    }
    sayPairs(`at ${name} that load, ${open.rate} req/s`, pairs);
  }
}

function sayPairs(what, pairs) {
  const ones = pairs.map(({ one }) => one);
  const twos = pairs.map(({ two }) => two);
  const ratios = pairs.map(({ one, two, floor }) => ({
    p50: two.p50 / one.p50,
    p99: two.p99 / one.p99,
    floor: floor.p50 / one.p50,
    floor99: floor.p99 / one.p99,
    added: two.sentP50 - one.sentP50,
  }));
  say(`${what}: direct p50, p99`, `${spread(ones, 'p50')}, ${spread(ones, 'p99')} ms`);
  say(`${what}: proxied p50, p99`, `${spread(twos, 'p50')}, ${spread(twos, 'p99')} ms`);
  say(`${what}: ratio of p50, of p99 (goal ≤ 1.3)`, `${spread(ratios, 'p50')}, ${spread(ratios, 'p99')}`);
  say(
    `${what}: ratio of p50, of p99, for a bare proxy`,
    `${spread(ratios, 'floor')}, ${spread(ratios, 'floor99')}`,
  );
  say(`${what}: added latency of the median call`, `${spread(ratios, 'added')} ms`);
  const failed = twos.reduce((sum, run) => sum + run.failed, 0);
  say(`${what}: CPU per request; failed`, `${spread(twos, 'cost')} µs; ${failed}`);
}

/** Returns the bytes of the gateway's objects, inside and outside of V8's heap. */
async function memoryOf({ gateway, collectGarbage }) {
  await collectGarbage();
  const heap = await metric(gateway, 'latchkit_nodejs_heap_size_used_bytes');
  return heap + (await metric(gateway, 'latchkit_nodejs_external_memory_bytes'));
}

async function inFlight(load, services) {
  const { gateway, holding } = services;
  const url = `${gateway}/v1?chainId=eip155:31338&projectId=${PROJECT}`;
  const order = { order: 'burst', connections: 1_000, url, call: true };
  await load.run({ ...order, count: 1_000 });
  const before = await memoryOf(services);
  holding.holds = true;
  const ended = load.run({ ...order, count: 1_000 });
  await sleep(2_000);
  const during = await memoryOf(services);
  const held = await metric(gateway, 'latchkit_http_requests_in_flight');
  holding.release();
  const { answered } = await ended;
  const more = ((during - before) / 1e6).toFixed(1);
  // The request for the metrics is in flight too.
  say(`${held - 1} requests in flight`, `${more} MB more memory; ${answered} answered`);
}

async function wallets(load, { gateway }) {
  const target = { url: `${gateway}/getWallets?projectId=${PROJECT}&page=1&entries=40` };
  await load.run({ order: 'closed', concurrency: 8, seconds: 2, ...target });
  const run = await withCost(load, gateway, { order: 'open', rate: 1_000, seconds: SECONDS, ...target });
  say(
    '`/getWallets` at 1,000 req/s',
    `p50 ${run.p50.toFixed(2)}, p99 ${run.p99.toFixed(2)} ms; ${Math.round(run.cost)} µs of CPU each; ${run.failed} failed`,
  );
}

function page() {
  const date = new Date().toISOString().slice(0, 10);
  return [
    '# Gateway benchmark',
    '',
    `\`node --expose-gc bench/gateway.mjs --record\` on ${date}: ${machine}.`,
    `Median of ${rounds} rounds (lowest–highest); each round has a direct and a proxied run. A separate process sends requests at a fixed`,
    'rate, whether they are answered or not. Times start when a request was due, and include half a millisecond of the sender.',
    '',
    '| what | figure |',
    '|---|---|',
    ...rows.map(row => `| ${row.join(' | ')} |`),
    '',
  ].join('\n');
}

const machine = `${os.cpus().length} cores (${os.cpus()[0]?.model}), Node ${process.versions.node}, load ${os.loadavg()[0].toFixed(1)} before`;
console.log(machine);
const services = await startServices();
const load = startLoad();
try {
  await inFlight(load, services);
  await proxied(load, services);
  await wallets(load, services);
} finally {
  load.stop();
  services.stop();
}
for (const row of await measureGrowth()) say(...row);
if (argv.includes('--record')) writeFileSync(inRoot('docs/results/gateway.md'), page());
