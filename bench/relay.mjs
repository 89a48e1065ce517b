// node bench/relay.mjs: what the relay carries, measured on this machine. Needs a build (npm run build), and a Redis server for
// the part with replicas. Server and load are processes of their own; CPU time per message is what other work on the machine
// disturbs least.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endAll, firstLine, freePort, start, startGateway, stop } from './relay/processes.mjs';

const here = file => fileURLToPath(new URL(file, import.meta.url));
const SECONDS = Number(process.env.LATCHKIT_BENCH_SECONDS ?? 5);
const ROUNDS = Number(process.env.LATCHKIT_BENCH_ROUNDS ?? 3);
const SOCKETS = Number(process.env.LATCHKIT_BENCH_SOCKETS ?? 10_000);
const [PAIRS, WINDOW] = [8, 32];
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

/** Messages a second, how long they took, and the servers' CPU microseconds per message. */
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
  // The load lasts a second longer than it is measured, and takes a moment to begin.
  return { ...answer, cpu: (used * 1e6) / (answer.perSecond * (SECONDS + 1)), cores: used / seconds };
}

const middle = values => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const show = (name, { perSecond, p50, p99, cpu, cores }) =>
  console.log(
    `${name}: ${Math.round(perSecond)} messages/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${cpu.toFixed(1)} µs of CPU a message, ${cores.toFixed(2)} cores`,
  );

/** Runs them in turn, several times; the middle of each. */
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
  // Grown once by the first sockets, whatever their number.
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
    console.log('two replicas: left out, no Redis server is installed');
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

const PARTS = { throughput, idle, replicas };
try {
  console.log(
    `${os.cpus()[0].model}, ${os.cpus().length} cores, load ${os.loadavg()[0].toFixed(1)}, Node ${process.version}`,
  );
  const wanted = process.argv.slice(2);
  for (const [name, run] of Object.entries(PARTS))
    if (wanted.length === 0 || wanted.includes(name)) await run();
} finally {
  await endAll();
}
