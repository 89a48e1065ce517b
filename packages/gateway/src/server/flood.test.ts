import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../../../scripts/lib/ports.mjs';
import { buildCommand, type GatewayCommand, type RunningCommand } from '../../test/servers/buildCommand.js';
import { type FaultyUpstream, startFaultyUpstream } from '../../test/servers/startFaultyUpstream.js';
import { signIn, solanaSigner } from '../../test/signInClient.js';
import { newData } from '../../test/testDatabase.js';
import type { Gateway } from '../project/createGateway.js';
import { DEVELOPMENT_PROJECT_ID } from '../project/projects/developmentProject.js';

const FULL = process.env.LATCHKIT_FULL !== undefined;
/** The attacker's own numbers, or fewer. */
const UNREAD = FULL ? 300 : 60;
const BRACKETS = FULL ? 40 : 8;
const REPORTS = FULL ? 1_000 : 200;
const STREAMS = FULL ? 2_000 : 60;
const CHAIN = 'eip155:31337';
const CALLS = 25;
const FLOODER = '192.0.2.66';
const HONEST = '198.51.100.7';
/** The gateway sends single calls with the id 1. */
const answerOf = (bytes: number) =>
  Buffer.from(`{"jsonrpc":"2.0","id":1,"result":"0x${'ab'.repeat(bytes / 2)}"}`);
const [LARGE, TOO_LARGE] = [answerOf(1_900_000), answerOf(7_500_000)];
const MB = 1_048_576;

let command: GatewayCommand;
let running: RunningCommand;
let upstream: FaultyUpstream;
let ports: { gateway: number; frame: number; vault: number };

beforeAll(async () => {
  [command, upstream] = await Promise.all([buildCommand(), startFaultyUpstream(CHAIN)]);
  ports = { gateway: await freePort(), frame: await freePort(), vault: await freePort() };
  running = command.run({
    ...(await newData(command.directory)),
    LATCHKIT_GATEWAY_PORT: String(ports.gateway),
    LATCHKIT_FRAME_PORT: String(ports.frame),
    LATCHKIT_VAULT_PORT: String(ports.vault),
    LATCHKIT_TRUSTED_PROXIES: 'loopback',
    LATCHKIT_RPC_31337: upstream.url,
  });
  upstream.behave((_, response, body) => {
    if (!body.includes('eth_call')) response.end('{"jsonrpc":"2.0","id":1,"result":"0x1"}');
    else response.end(body.includes('large') ? LARGE : TOO_LARGE);
  });
  await running.ready(`http://127.0.0.1:${ports.gateway}`);
});
afterAll(async () => {
  command.killAll();
  await running.ended;
  command.remove();
  await upstream.stop();
});

interface Sent {
  readonly count: number;
  readonly port: number;
  readonly request: string;
  readonly body?: string;
  /** How often the body is repeated. */
  readonly times?: number;
  /** Length of a body that never arrives. */
  readonly announced?: number;
  /** Whether the answer is read. */
  readonly isRead?: boolean;
}

/** Sends requests as the proxy would, for a client at an address. Resolves with a function that ends them. */
async function send(from: string, sent: readonly Sent[]): Promise<() => void> {
  const plans = sent.map(({ count, port, request, body = '', times = 1, announced = 0, isRead = false }) => ({
    ...{ count, port, body, times, announced, isRead },
    head: `${request} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: ${from}`,
  }));
  const file = fileURLToPath(new URL('../../test/servers/floodSockets.mjs', import.meta.url));
  const child = spawn(process.execPath, [file, JSON.stringify(plans)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  await once(child.stdout, 'data');
  return () => void child.kill();
}

const residentBytes = () =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${running.child.pid}/status`, 'utf8'))?.[1]) * 1_024;

const callPath = `/v1?projectId=${DEVELOPMENT_PROJECT_ID}&chainId=${CHAIN}`;
const rpc = (method: string, params: readonly unknown[] = []) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

interface Measured {
  readonly median: number;
  readonly statuses: readonly number[];
}

/** Calls all three services, one after the other, as one caller. */
async function measure(from: string, headers: Record<string, string> = {}): Promise<Measured> {
  const times: number[] = [];
  const statuses: number[] = [];
  const own = { 'X-Forwarded-For': from, ...headers };
  for (let at = 0; at < CALLS; at += 1) {
    const start = performance.now();
    const answers = [
      await fetch(`http://127.0.0.1:${ports.gateway}${callPath}`, {
        method: 'POST',
        headers: own,
        body: rpc('eth_blockNumber', [at]),
      }),
      await fetch(`http://127.0.0.1:${ports.frame}/.well-known/jwks.json`, { headers: own }),
      await fetch(`http://127.0.0.1:${ports.vault}/.well-known/jwks.json`, { headers: own }),
    ];
    for (const answer of answers) {
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
    times.push(performance.now() - start);
  }
  return { median: times.sort((a, b) => a - b)[CALLS >> 1] ?? 0, statuses };
}

/** Orders a purchase at the development exchange. Returns the path of the events about it. */
async function orderAt(from: string): Promise<string> {
  const response = await fetch(
    `http://127.0.0.1:${ports.gateway}/v1/generators/onrampurl?projectId=${DEVELOPMENT_PROJECT_ID}`,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
      body: JSON.stringify({
        provider: 'coinbase',
        address: `0x${'ab'.repeat(20)}`,
        purchaseCurrency: 'USDC',
        paymentCurrency: 'USD',
        amount: '50',
        network: 'local-chain-a',
      }),
    },
  );
  const { orderId } = (await response.json()) as { orderId: string };
  return `/v1/onramp/orders/${orderId}/events?projectId=${DEVELOPMENT_PROJECT_ID}`;
}

/** Opens the events about an order. Returns the first one, or the status of a refusal. */
async function firstEvent(path: string, from: string): Promise<string | number> {
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  const response = await fetch(`http://127.0.0.1:${ports.gateway}${path}`, {
    headers: { 'X-Forwarded-For': from },
    signal: leave.signal,
  });
  const part = response.ok ? await response.body?.getReader().read() : undefined;
  return part?.value === undefined ? response.status : Buffer.from(part.value).toString().trim();
}

/** Signs in with a wallet, from the flooding network. */
async function tokenAt(from: string): Promise<string> {
  const request = (path: string, init: RequestInit) =>
    fetch(`http://127.0.0.1:${ports.gateway}${path}`, {
      ...init,
      headers: { 'Content-Type': 'application/json', ...init.headers, 'X-Forwarded-For': from },
    });
  const gateway = { app: { request } } as unknown as Gateway;
  return (await signIn(gateway, solanaSigner('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'))).token;
}

/** The attacker's steps, all at once. Resolves with a function that ends them. */
function flood(order: string): Promise<() => void> {
  const { gateway: port, frame } = ports;
  const request = `POST ${callPath}`;
  const report = { 'effective-directive': 'connect-src', 'blocked-uri': 'https://h{at}.example' };
  return send(FLOODER, [
    // One answer for all, above the limit; and different ones, as large as the limit allows.
    { count: UNREAD, port, request, body: rpc('eth_call', ['same']) },
    { count: UNREAD, port, request, body: rpc('eth_call', ['large {at}']) },
    { count: BRACKETS, port, request, body: '[', times: 2_000_000, isRead: true },
    { count: BRACKETS, port, request, body: '[', times: 500_000, isRead: true },
    // A body that never arrives.
    { count: BRACKETS, port, request, body: '{', announced: 400_000, isRead: true },
    { count: STREAMS, port, request: `GET ${order}` },
    { count: REPORTS, port, request: 'GET /unknown/{at}', isRead: true },
    {
      ...{ count: REPORTS, port: frame, request: 'POST /csp-reports', isRead: true },
      body: JSON.stringify({ 'csp-report': report }),
    },
  ]);
}

describe('a flood from one network', () => {
  it('takes nothing from other networks and signed-in callers, and little memory [SEC-110] [SEC-117] [SEC-122]', async () => {
    await measure(HONEST);
    const token = await tokenAt(FLOODER);
    const [theirs, bought] = [await orderAt(FLOODER), await orderAt(HONEST)];
    const idle = residentBytes();
    const before = await measure(HONEST);
    let peak = idle;
    const watch = setInterval(() => {
      peak = Math.max(peak, residentBytes());
    }, 50);
    onTestFinished(() => clearInterval(watch));
    const end = await flood(theirs);
    const honest = await measure(HONEST);
    const known = await measure(FLOODER, { Authorization: `Bearer ${token}` });
    expect(await firstEvent(bought, HONEST)).toBe('data: {"status":"created"}');
    expect(await firstEvent(theirs, FLOODER)).toBe(503);
    end();
    const medians = { before: before.median, honest: honest.median, known: known.median };
    const figures = JSON.stringify({ ...medians, idle: idle / MB, peak: peak / MB });
    if (process.env.FLOOD_FIGURES) console.log(figures);
    for (const { statuses } of [honest, known]) expect(new Set(statuses), figures).toEqual(new Set([200]));
    expect(peak - idle, figures).toBeLessThan(1_024 * MB);
    if (!FULL) return;
    await sleep(60_000);
    const later = residentBytes();
    if (process.env.FLOOD_FIGURES) console.log(later / MB);
    expect(later - idle, `${figures} ${later / MB}`).toBeLessThan(200 * MB);
    // Without a core of its own, the gateway answers late whatever it does.
    for (const { median } of [honest, known]) expect(median, figures).toBeLessThan(5 * before.median);
  });

  it('writes no more than a few lines, and none with unlimited foreign text [SEC-121]', async () => {
    const start = running.output().length;
    for (let at = 0; at < REPORTS; at += 1) {
      const report = { 'effective-directive': 'img-src', 'blocked-uri': `https://foreign-${at}.example` };
      const body = JSON.stringify({ 'csp-report': report });
      const answer = await fetch(`http://127.0.0.1:${ports.frame}/csp-reports`, { method: 'POST', body });
      expect(answer.status).toBe(204);
    }
    const lines = running.output().slice(start).split('\n');
    expect(lines.filter(line => line.includes('foreign-')).length).toBeLessThanOrEqual(20);
  });
});
