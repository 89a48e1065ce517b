import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { OWN_READER } from '../../platform/http/AnswerReader.js';
import { StopController } from './StopSignal.js';
import { upstreamClient } from './upstreamClient.js';
import type { Upstream } from './upstreams.js';

const CALLERS = 20;
const CONNECTIONS = 40;

/** A node whose connections a test resets. It responds only after `release`, so that each call has its own connection. */
async function startNode() {
  const sockets = new Set<Socket>();
  let held: (() => void)[] | undefined = [];
  let breaks = false;
  const server = createServer((request, response) => {
    if (breaks) return void request.socket.resetAndDestroy();
    const answer = () => response.end('answered');
    request.resume().on('end', () => (held === undefined ? answer() : held.push(answer)));
  });
  server.on('connection', socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const upstream: Upstream = { url, headers: {}, secrets: [], api: 'jsonRpc' };
  return {
    upstream,
    held: () => held?.length ?? 0,
    release() {
      for (const answer of held ?? []) answer();
      held = undefined;
    },
    connections: () => sockets.size,
    /** Resets all connections at once, before the other end notices. */
    reset(forGood: boolean) {
      breaks = forGood;
      for (const socket of sockets) socket.resetAndDestroy();
    },
  };
}

async function withStaleConnections() {
  const node = await startNode();
  const client = upstreamClient();
  onTestFinished(() => client.close());
  const ask = () =>
    client.ask(node.upstream, '{}', {
      timeout: 10_000,
      stopped: new StopController(),
      intake: OWN_READER.open(),
    });
  const first = awaitedLater(Promise.all(Array.from({ length: CONNECTIONS }, ask)));
  await expect.poll(node.held).toBe(CONNECTIONS);
  node.release();
  await first;
  expect(node.connections()).toBe(CONNECTIONS);
  return { node, ask };
}

describe('upstreamClient', () => {
  it('responds to all callers when a node has reset every idle connection', async () => {
    const { node, ask } = await withStaleConnections();
    node.reset(false);
    const answers = await Promise.all(Array.from({ length: CALLERS }, ask));
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['answered']));
  });

  it('reports a node as unreachable when it resets new connections too', async () => {
    const { node, ask } = await withStaleConnections();
    node.reset(true);
    const results = await Promise.allSettled(Array.from({ length: CALLERS }, ask));
    for (const result of results) {
      expect(result).toMatchObject({ reason: { status: 502, code: 'UPSTREAM_UNREACHABLE' } });
    }
  });
});
