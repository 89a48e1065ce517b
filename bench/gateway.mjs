// node bench/gateway.mjs: what the gateway costs, measured on this machine. Needs a build (npm run build).
// A load generator, the gateway and anvil share the machine: ratios say more than absolute times.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = file => import(new URL(`../packages/gateway/dist/${file}`, import.meta.url).href);
const PROJECT = '0'.repeat(32);
const SECONDS = Number(process.env.LATCHKIT_BENCH_SECONDS ?? 5);
const directory = mkdtempSync(path.join(os.tmpdir(), 'latchkit-bench-'));
const started = [];

async function freePort() {
  const server = http.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

function start(command, args, env = {}) {
  const child = spawn(command, args, { cwd: directory, env: { ...process.env, ...env }, stdio: 'ignore' });
  started.push(child);
  return child;
}

async function until(url, body) {
  for (let count = 0; count < 600; count += 1) {
    const ok = await fetch(
      url,
      body ? { method: 'POST', headers: { 'Content-Type': 'application/json' }, body } : {},
    )
      .then(response => response.ok)
      .catch(() => false);
    if (ok) return;
    await sleep(100);
  }
  throw new Error(`${url} does not answer`);
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 2_000 });

/** Sends one request and gives its status when the whole answer is there. */
function send(url, body) {
  return new Promise((resolve, reject) => {
    const headers = body
      ? { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
      : {};
    const request = http.request(url, { agent, method: body ? 'POST' : 'GET', headers }, response => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}

const percentile = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** As many requests as it takes, so many at a time. */
async function closed(makeRequest, concurrency, seconds) {
  let count = 0;
  const end = performance.now() + seconds * 1_000;
  const worker = async () => {
    while (performance.now() < end) {
      await makeRequest();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return count / seconds;
}

/** Requests at a fixed rate, however long each takes; times are from when it was due. */
async function open(makeRequest, rate, seconds) {
  const times = [];
  let failed = 0;
  const pending = [];
  const begin = performance.now();
  for (let index = 0; index < rate * seconds; ) {
    const due = Math.min(rate * seconds, Math.floor(((performance.now() - begin) / 1_000) * rate) + 1);
    for (; index < due; index += 1) {
      const was = begin + (index / rate) * 1_000;
      pending.push(
        makeRequest().then(
          status => {
            if (status === 200) times.push(performance.now() - was);
            else failed += 1;
          },
          () => {
            failed += 1;
          },
        ),
      );
    }
    await sleep(1);
  }
  await Promise.all(pending);
  times.sort((a, b) => a - b);
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), failed, count: times.length };
}

let serial = 0;
/** Differs every time: nothing is shared. */
const ethCall = () => {
  serial += 1;
  const data = `0x${serial.toString(16).padStart(64, '0')}`;
  const params = [{ to: '0x0000000000000000000000000000000000000004', data }, 'latest'];
  return JSON.stringify({ jsonrpc: '2.0', id: serial, method: 'eth_call', params });
};

async function metric(base, name) {
  const text = await (await fetch(`${base}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

async function proxied(base, anvil) {
  const url = `${base}/v1?chainId=eip155:31337&projectId=${PROJECT}`;
  const through = () => send(url, ethCall());
  const direct = () => send(anvil, ethCall());
  await closed(through, 16, 2);
  await closed(direct, 16, 1);
  const cpu = await metric(base, 'latchkit_process_cpu_seconds_total');
  const began = performance.now();
  const most = await closed(through, 16, SECONDS);
  const used =
    ((await metric(base, 'latchkit_process_cpu_seconds_total')) - cpu) /
    ((performance.now() - began) / 1_000);
  console.log(
    `eth_call through the gateway, 16 at a time: ${Math.round(most)} req/s, ${used.toFixed(2)} cores: ${Math.round(most / used)} req/s per core`,
  );
  console.log(`eth_call to anvil, 16 at a time: ${Math.round(await closed(direct, 16, SECONDS))} req/s`);
  const half = Math.floor(most / 2);
  for (const [name, rate] of [
    ['half', half],
    ['a tenth', Math.floor(most / 10)],
  ]) {
    const alone = await open(direct, rate, SECONDS);
    const ours = await open(through, rate, SECONDS);
    const ratio = key => (ours[key] / alone[key]).toFixed(2);
    console.log(
      `at ${name} load, ${rate} req/s: direct p50 ${alone.p50.toFixed(2)} p99 ${alone.p99.toFixed(2)} ms, ` +
        `proxied p50 ${ours.p50.toFixed(2)} p99 ${ours.p99.toFixed(2)} ms, ratio ${ratio('p50')} and ${ratio('p99')}, failed ${ours.failed}`,
    );
  }
}

async function inFlight(base, slow) {
  const url = `${base}/v1?chainId=eip155:31338&projectId=${PROJECT}`;
  await send(url, ethCall());
  await sleep(500);
  const before = await metric(base, 'latchkit_process_resident_memory_bytes');
  slow.hold = true;
  const pending = Array.from({ length: 1_000 }, () => send(url, ethCall()));
  await sleep(1_500);
  const during = await metric(base, 'latchkit_process_resident_memory_bytes');
  const held = await metric(base, 'latchkit_http_requests_in_flight');
  slow.release();
  const statuses = await Promise.all(pending);
  console.log(
    `in flight: ${held}, answered ${statuses.filter(status => status === 200).length}; resident memory +${((during - before) / 1024 / 1024).toFixed(1)} MB per 1,000`,
  );
}

async function wallets(base) {
  const ask = () => send(`${base}/getWallets?projectId=${PROJECT}&page=1&entries=40`);
  await closed(ask, 8, 1);
  const { p50, p99, failed, count } = await open(ask, 1_000, SECONDS);
  console.log(
    `/getWallets at 1,000 req/s: p50 ${p50.toFixed(2)} p99 ${p99.toFixed(2)} ms, ${count} answered, ${failed} failed`,
  );
}

/** A node that answers at once, or holds every answer until it is told. */
async function slowNode() {
  let waiting = [];
  const node = {
    hold: false,
    release() {
      node.hold = false;
      for (const answer of waiting) answer();
      waiting = [];
    },
  };
  const server = http.createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const { id, method } = JSON.parse(body);
    const result = method === 'eth_chainId' ? '0x7a6a' : '0x1';
    const answer = () => response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    if (node.hold && method === 'eth_call') waiting.push(answer);
    else answer();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { node, server, url: `http://127.0.0.1:${server.address().port}` };
}

async function growth() {
  const { walletService } = await dist('wallets/service.js');
  const { walletStore } = await dist('wallets/store.js');
  const { imageService } = await dist('assets/service.js');
  const { imageStore } = await dist('assets/store.js');
  const { registry } = await dist('wallets/registry.js');
  const query = { page: 1, entries: 40, search: 'wa', chains: ['eip155:1'] };
  for (const count of [registry.length, 500, 5_000]) {
    const many = Array.from({ length: count }, (_, index) => ({
      ...registry[index % registry.length],
      id: `w${index}`,
    }));
    const before = process.memoryUsage().heapUsed;
    const store = walletStore(many);
    const service = walletService(store, imageService(imageStore(store)));
    const memory = (process.memoryUsage().heapUsed - before) / 1024 / 1024;
    const runs = 200;
    for (let run = 0; run < 20; run += 1) service.list(query);
    const begin = performance.now();
    for (let run = 0; run < runs; run += 1) service.list(query);
    console.log(
      `${count} wallets: a filtered search takes ${((performance.now() - begin) / runs).toFixed(3)} ms, ${memory.toFixed(1)} MB`,
    );
  }
  const { rpcService } = await dist('rpc/service.js');
  for (const count of [24, 1_000]) {
    const chains = new Map(
      Array.from({ length: count }, (_, index) => {
        const upstream = { url: `http://127.0.0.1:1/${index}`, headers: {}, secrets: [] };
        return [
          `eip155:${index}`,
          { id: `eip155:${index}`, development: false, upstreams: [upstream, { ...upstream }] },
        ];
      }),
    );
    const before = process.memoryUsage().heapUsed;
    const service = rpcService({ chains, timeout: 1_000 });
    console.log(
      `${count} chains of two nodes: ${((process.memoryUsage().heapUsed - before) / 1024).toFixed(0)} kB`,
    );
    service.close();
  }
  const { openPglite } = await dist('adapters/pglite.js');
  const { migrate } = await dist('migrations/migrate.js');
  const { projectStore } = await dist('projects/store.js');
  const database = await openPglite();
  await migrate(database);
  const store = projectStore(database);
  let have = 0;
  for (const count of [100, 10_000, 100_000]) {
    await database.query(
      `insert into projects (id, name) select 'p' || n, 'Project' from generate_series(${have}, ${count - 1}) as n`,
    );
    have = count;
    const runs = 300;
    const begin = performance.now();
    for (let run = 0; run < runs; run += 1) await store.find(`p${(run * 7919) % count}`);
    console.log(
      `${count} projects: one is found in ${((performance.now() - begin) / runs).toFixed(2)} ms (PGlite)`,
    );
  }
  await database.close();
}

const { node, server, url: slowUrl } = await slowNode();
try {
  console.log(
    `${os.cpus().length} cores, ${os.cpus()[0]?.model}, Node ${process.versions.node}, load ${os.loadavg()[0].toFixed(1)} at the start`,
  );
  const [port, anvilPort] = [await freePort(), await freePort()];
  const require = createRequire(path.join(root, 'package.json'));
  const platform = `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const binary = path.join(path.dirname(require.resolve(`${platform}/package.json`)), 'bin', 'anvil');
  start(binary, ['--port', String(anvilPort), '--chain-id', '31337', '--silent']);
  const anvil = `http://127.0.0.1:${anvilPort}`;
  start(process.execPath, [path.join(root, 'packages/gateway/dist/cli.js')], {
    LATCHKIT_GATEWAY_PORT: String(port),
    LATCHKIT_DATA_DIR: path.join(directory, 'data'),
    LATCHKIT_RPC_31337: anvil,
    LATCHKIT_RPC_31338: slowUrl,
    LATCHKIT_LIMIT_PER_ADDRESS: '0',
    LATCHKIT_LIMIT_PER_PROJECT: '0',
    LATCHKIT_LIMIT_RPC_PER_PROJECT: '0',
  });
  const base = `http://127.0.0.1:${port}`;
  await until(`${base}/readyz`);
  await until(anvil, '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}');
  await proxied(base, anvil);
  await inFlight(base, node);
  await wallets(base);
  await growth();
} finally {
  for (const child of started) child.kill('SIGKILL');
  agent.destroy();
  server.closeAllConnections();
  server.close();
  rmSync(directory, { recursive: true, force: true });
}
