// node bench/relay.mjs [throughput] [idle] [sockets] [restart] [replicas]: measures the relay on this machine.
// node bench/relay.mjs soak: measures memory under 20 minutes of load (LATCHKIT_BENCH_MINUTES).
// Needs a build (npm run build), and a Redis server for `replicas`. Server and load run in separate processes. CPU time per message is
// the figure that other work on the machine affects least.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../scripts/lib/ports.mjs';
import { dataDirectory, endAll, firstLine, start, startGateway, stop } from './relay/processes.mjs';

const here = file => fileURLToPath(new URL(file, import.meta.url));
const SECONDS = Number(process.env.LATCHKIT_BENCH_SECONDS ?? 5);
const ROUNDS = Number(process.env.LATCHKIT_BENCH_ROUNDS ?? 3);
const SOCKETS = Number(process.env.LATCHKIT_BENCH_SOCKETS ?? 10_000);
const [PAIRS, WINDOW] = [8, 32];
const MINUTES = Number(process.env.LATCHKIT_BENCH_MINUTES ?? 20);
/** Messages per second. */
const SOAK_RATE = 500;
const SETTLING_MINUTES = 5;
const HEAP = 'latchkit_nodejs_heap_size_used_bytes';
const RESIDENT = 'latchkit_process_resident_memory_bytes';

async function startEcho() {
  const child = start(process.execPath, [here('relay/echoServer.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const { port } = await firstLine(child);
  return {
    child,
    url: `ws://127.0.0.1:${port}/relay`,
    async cpu() {
      child.send('cpu');
      const [{ cpu }] = await once(child, 'message');
      return (cpu.user + cpu.system) / 1e6;
    },
  };
}

/** Measures messages per second, their latency, and the servers' CPU microseconds per message. */
async function load(kind, servers, rate = 0) {
  const before = await Promise.all(servers.map(server => server.cpu()));
  const began = performance.now();
  const args = [
    here('relay/loadClient.mjs'),
    kind,
    servers.map(({ url }) => url).join(),
    PAIRS,
    WINDOW,
    SECONDS,
    rate,
  ];
  const answer = await firstLine(start(process.execPath, args.map(String)));
  const seconds = (performance.now() - began) / 1_000;
  const after = await Promise.all(servers.map(server => server.cpu()));
  const used = after.reduce((sum, value, index) => sum + value - before[index], 0);
  // The load runs a second longer than the measurement, because it needs a moment to start.
  return { ...answer, cpu: (used * 1e6) / (answer.perSecond * (SECONDS + 1)), cores: used / seconds };
}

const middle = values => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const show = (name, { perSecond, p50, p99, cpu, cores }) =>
  console.log(
    `${name}: ${Math.round(perSecond)} messages/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${cpu.toFixed(1)} µs of CPU a message, ${cores.toFixed(2)} cores`,
  );

/** Runs the cases in turn, several times, and returns the median of each. */
async function inTurn(cases) {
  const results = new Map(cases.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, kind, servers, rate } of cases)
      results.get(name).push(await load(kind, servers, rate));
  }
  return new Map(
    [...results].map(([name, runs]) => {
      const keys = ['perSecond', 'p50', 'p99', 'cpu', 'cores'];
      const figures = Object.fromEntries(keys.map(key => [key, middle(runs.map(run => run[key]))]));
      show(name, figures);
      return [name, figures];
    }),
  );
}

async function throughput() {
  const [echo, memory, database] = await Promise.all([
    startEcho(),
    startGateway({ LATCHKIT_RELAY_MAILBOX: 'memory' }),
    startGateway({ LATCHKIT_RELAY_MAILBOX: 'database' }),
  ]);
  const found = await inTurn([
    { name: 'bare echo, one frame in and out', kind: 'single', servers: [echo] },
    { name: 'bare echo of the same frames, two in and out', kind: 'echo', servers: [echo] },
    { name: 'relay, memory', kind: 'relay', servers: [memory] },
    { name: 'relay, PGlite', kind: 'relay', servers: [database] },
  ]);
  const [single, same, relay, durable] = found.values();
  for (const [name, figures] of [
    ['memory', relay],
    ['PGlite', durable],
  ]) {
    console.log(
      `${name} against the echo of the same frames: ${(figures.perSecond / same.perSecond).toFixed(2)} by the clock, ${(same.cpu / figures.cpu).toFixed(2)} by CPU; against one frame in and out: ${(figures.perSecond / single.perSecond).toFixed(2)} and ${(single.cpu / figures.cpu).toFixed(2)}`,
    );
  }
  await inTurn([
    { name: 'memory, half load', kind: 'relay', servers: [memory], rate: Math.round(relay.perSecond / 2) },
    {
      name: 'PGlite, half load',
      kind: 'relay',
      servers: [database],
      rate: Math.round(durable.perSecond / 2),
    },
    { name: 'PGlite, a tenth', kind: 'relay', servers: [database], rate: Math.round(durable.perSecond / 10) },
  ]);
  await Promise.all([echo, memory, database].map(({ child }) => stop(child)));
}

async function idle() {
  const gateway = await startGateway({ LATCHKIT_RELAY_MAILBOX: 'memory' });
  const memory = () => gateway.metric('latchkit_process_resident_memory_bytes');
  // The first sockets cost a fixed amount of memory, so open some before measuring.
  const warm = start(process.execPath, [here('relay/idleClient.mjs'), gateway.url, '500']);
  await firstLine(warm);
  await stop(warm);
  await sleep(2_000);
  const before = await memory();
  const client = start(process.execPath, [here('relay/idleClient.mjs'), gateway.url, String(SOCKETS)]);
  const { seconds } = await firstLine(client);
  await sleep(3_000);
  const grown = (await memory()) - before;
  const cpu = await gateway.cpu();
  await sleep(20_000);
  const resting = ((await gateway.cpu()) - cpu) / 20;
  console.log(
    `${await gateway.metric('latchkit_relay_sockets')} idle sockets with a subscription each, opened in ${seconds.toFixed(1)} s: ${(grown / 1e6).toFixed(0)} MB more, ${(grown / SOCKETS / 1_000).toFixed(1)} kB each; ${(resting * 100).toFixed(1)} % of a core with pings every 20 s`,
  );
  await Promise.all([stop(client), stop(gateway.child)]);
}

async function replicas() {
  if (spawnSync('redis-server', ['--version']).status !== 0) {
    console.log('two replicas: skipped, because redis-server is not installed');
    return;
  }
  const port = await freePort();
  const redis = start('redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no'], {
    stdio: 'ignore',
  });
  await sleep(500);
  const env = { REDIS_URL: `redis://127.0.0.1:${port}` };
  const both = await Promise.all([startGateway(env), startGateway(env)]);
  const found = await inTurn([
    { name: 'one replica on Redis', kind: 'relay', servers: both.slice(0, 1) },
    { name: 'two replicas on Redis, from one to the other', kind: 'relay', servers: both },
  ]);
  const rate = Math.round([...found.values()][1].perSecond / 2);
  await inTurn([{ name: 'two replicas, half load', kind: 'relay', servers: both, rate }]);
  await Promise.all([...both.map(({ child }) => stop(child)), stop(redis)]);
}

/** Measures 10,000 subscribed sockets while 8 pairs send 1,000 messages per second. */
async function sockets() {
  const gateway = await startGateway({ LATCHKIT_RELAY_MAILBOX: 'memory' });
  const client = start(process.execPath, [here('relay/idleClient.mjs'), gateway.url, String(SOCKETS)]);
  await firstLine(client);
  await inTurn([
    { name: `${SOCKETS} sockets, 1,000 messages/s`, kind: 'relay', servers: [gateway], rate: 1_000 },
  ]);
  await Promise.all([stop(client), stop(gateway.child)]);
}

/** Measures how long a gateway on PGlite takes to be ready again after it was killed under load. */
async function restart() {
  const data = dataDirectory();
  const env = { LATCHKIT_RELAY_MAILBOX: 'database', LATCHKIT_DATA_DIR: data };
  const times = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const began = performance.now();
    const gateway = await startGateway(env);
    times.push((performance.now() - began) / 1_000);
    await load('relay', [gateway]);
    await stop(gateway.child);
  }
  const [first, ...again] = times;
  console.log(
    `PGlite, first start: ${first.toFixed(1)} s; ready again after kill -9 under load: ${again.map(time => time.toFixed(1)).join(', ')} s`,
  );
}

/** Returns the slope of a line through the points, by least squares. */
function slope(points) {
  const mean = index => points.reduce((sum, point) => sum + point[index], 0) / points.length;
  const [x0, y0] = [mean(0), mean(1)];
  const over = points.reduce((sum, [x, y]) => sum + (x - x0) * (y - y0), 0);
  return over / points.reduce((sum, [x]) => sum + (x - x0) ** 2, 0);
}

/** Runs a fixed load for a long time. The minimum memory of each minute shows leaks. */
async function soak() {
  const gateway = await startGateway({ LATCHKIT_RELAY_MAILBOX: 'database' });
  const seconds = MINUTES * 60;
  const args = [here('relay/loadClient.mjs'), 'relay', gateway.url, PAIRS, WINDOW, seconds, SOAK_RATE];
  const result = firstLine(start(process.execPath, args.map(String)));
  const began = performance.now();
  const minutes = [];
  for (let index = 0; index < MINUTES; index += 1) {
    const samples = [];
    while (performance.now() - began < (index + 1) * 60_000) {
      samples.push({ heap: await gateway.metric(HEAP), resident: await gateway.metric(RESIDENT) });
      await sleep(2_000);
    }
    minutes.push({
      heap: Math.min(...samples.map(({ heap }) => heap)) / 1e6,
      resident: Math.min(...samples.map(({ resident }) => resident)) / 1e6,
    });
  }
  const { perSecond, p50, p99 } = await result;
  const settled = minutes.slice(SETTLING_MINUTES);
  const perHour = key => slope(settled.map((minute, index) => [index, minute[key]])) * 60;
  const ends = key => `${settled[0][key].toFixed(0)} to ${settled.at(-1)[key].toFixed(0)} MB`;
  console.log(
    `${MINUTES} minutes on PGlite: ${Math.round(perSecond)} messages/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; after minute ${SETTLING_MINUTES} heap ${ends('heap')}, ${perHour('heap').toFixed(1)} MB an hour; resident ${ends('resident')}, ${perHour('resident').toFixed(1)} MB an hour`,
  );
  await stop(gateway.child);
}

const PARTS = { throughput, idle, sockets, restart, replicas };
/** Parts that run only when named. */
const LONG_PARTS = { soak };
try {
  console.log(
    `${os.cpus()[0].model}, ${os.cpus().length} cores, load ${os.loadavg()[0].toFixed(1)}, Node ${process.version}`,
  );
  const wanted = process.argv.slice(2);
  const parts = wanted.length === 0 ? PARTS : { ...PARTS, ...LONG_PARTS };
  for (const [name, run] of Object.entries(parts))
    if (wanted.length === 0 || wanted.includes(name)) await run();
} finally {
  await endAll();
}
