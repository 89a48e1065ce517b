import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod/mini';
import { lacksNode } from '../../core/balances/lacksNode.js';
import { askChainOf } from './askChain.js';

/** The error of a request that a server refuses with this body. */
async function refusedWith(body: string): Promise<unknown> {
  const server = createServer((_, response) => response.writeHead(400).end(body));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = askChainOf({ rpcUrl: () => url } as never, {} as never);
  return ask('getBalance', [], z.unknown()).then(
    () => undefined,
    (reason: unknown) => reason,
  );
}

const answer = (code: string) =>
  JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32602, message: 'x', data: { code } } });

describe('askChainOf', () => {
  it.each([
    ['no node of the network', answer('CHAIN_NOT_CONFIGURED'), true],
    ['another reason', answer('UPSTREAM_FAILED'), false],
    ['a page', '<html>', false],
  ])('keeps why the gateway refuses: %s (dependencies-D18)', async (_, body, lacks) => {
    const error = await refusedWith(body);
    expect(String(error)).toContain('getBalance with status 400');
    expect(lacksNode(error)).toBe(lacks);
  });
});
