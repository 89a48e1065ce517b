import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { anvilNetwork } from '../../testing/createAdapterHost.test-support.js';
import { evmWorld } from '../evmWorld.test-support.js';

interface Call {
  readonly id: number;
  readonly jsonrpc: string;
}

const servers: Server[] = [];
afterEach(() => {
  vi.unstubAllGlobals();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A node that responds to single and batched calls, and records the bodies. */
async function chain(): Promise<{ url: string; bodies: (Call | Call[])[] }> {
  const bodies: (Call | Call[])[] = [];
  const made = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const body: Call | Call[] = JSON.parse(text);
    bodies.push(body);
    const answer = ({ id }: Call) => ({ jsonrpc: '2.0', id, result: '0x1' });
    const answers = Array.isArray(body) ? body.map(answer) : answer(body);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answers));
  });
  servers.push(made);
  await new Promise<void>(resolve => made.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(made.address() as AddressInfo).port}`, bodies };
}

/** The bodies that two concurrent reads send with this option. */
async function twoReads(batch: boolean | undefined): Promise<readonly (Call | Call[])[]> {
  const { url, bodies } = await chain();
  const network = anvilNetwork({ chainId: 31337, url });
  const world = await evmWorld({ networks: [network], evm: { batch } });
  const { signal } = new AbortController();
  const read = (digit: string) =>
    world.adapter.getBalance?.({ address: `0x${digit.repeat(40)}`, network, signal });
  await Promise.all([read('1'), read('2')]);
  world.host.destroy();
  return bodies;
}

describe('batched reads', () => {
  it('leave as one list with batching on, and as two bodies without [CALL-41]', async () => {
    const [batched, ...more] = await twoReads(true);
    expect(more).toEqual([]);
    expect(batched).toMatchObject([{ jsonrpc: '2.0' }, { jsonrpc: '2.0' }]);
    for (const off of [false, undefined]) {
      const single = await twoReads(off);
      expect(single.map(body => Array.isArray(body))).toEqual([false, false]);
    }
  });
});
