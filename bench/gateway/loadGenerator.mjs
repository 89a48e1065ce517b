// Sends requests from a separate process, so that its work and garbage collection don't distort what it measures. startLoad.mjs
// forks it; it runs one order at a time and returns the results.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const agents = new Map();
/** Creates an agent with a limited number of kept-alive connections, so that a burst queues instead of opening hundreds. */
function agentOf(connections) {
  const agent = agents.get(connections) ?? new http.Agent({ keepAlive: true, maxSockets: connections });
  agents.set(connections, agent);
  return agent;
}

let serial = 0;
/** Creates a unique call, so that the gateway cannot coalesce or cache it. */
function ethCall() {
  serial += 1;
  const data = `0x${serial.toString(16).padStart(64, '0')}`;
  const params = [{ to: '0x0000000000000000000000000000000000000004', data }, 'latest'];
  return JSON.stringify({ jsonrpc: '2.0', id: serial, method: 'eth_call', params });
}

/** Sends one request, and resolves with its status once the whole response has arrived. */
function send(url, agent, body) {
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

/** Closed loop: sends requests at a fixed concurrency for some seconds. */
async function closed(one, { concurrency, seconds }) {
  let count = 0;
  const end = performance.now() + seconds * 1_000;
  const worker = async () => {
    while (performance.now() < end) {
      await one();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return { perSecond: count / seconds };
}

/**
 * Open loop: sends requests at a fixed rate, however long each takes. Times start when a request was due, so that a stall counts
 * for every request it delayed. The pacing timer has a resolution of 1 ms, which adds 0.5 ms on average to every time, direct or
 * proxied; the times in `sent` start when the request was sent and don't include this.
 */
async function open(one, { rate, seconds }) {
  const due = [];
  const sent = [];
  let failed = 0;
  const pending = [];
  const begin = performance.now();
  const total = Math.floor(rate * seconds);
  for (let index = 0; index < total; ) {
    const until = Math.min(total, Math.floor(((performance.now() - begin) / 1_000) * rate) + 1);
    for (; index < until; index += 1) {
      const wasDue = begin + (index / rate) * 1_000;
      const wasSent = performance.now();
      const settle = status => {
        if (status !== 200) failed += 1;
        else {
          due.push(performance.now() - wasDue);
          sent.push(performance.now() - wasSent);
        }
      };
      pending.push(one().then(settle, () => settle(0)));
    }
    await sleep(1);
  }
  await Promise.all(pending);
  return { ...percentiles(due), sentP50: percentiles(sent).p50, failed, count: due.length };
}

function percentiles(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = share => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

/** Sends all requests at once, and returns their statuses when the last has finished. */
async function burst(one, { count }) {
  const statuses = await Promise.all(Array.from({ length: count }, () => one().catch(() => 0)));
  return { answered: statuses.filter(status => status === 200).length };
}

const orders = { closed, open, burst };
process.on('message', async ({ id, order, url, call, connections, ...options }) => {
  const agent = agentOf(connections);
  const cpu = process.cpuUsage();
  const began = performance.now();
  const result = await orders[order](() => send(url, agent, call ? ethCall() : undefined), options);
  const { user, system } = process.cpuUsage(cpu);
  process.send({ id, ...result, cores: (user + system) / 1_000 / (performance.now() - began) });
});
