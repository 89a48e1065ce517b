import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPublicClient, http } from 'viem';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createError } from '../../protocol/errors.js';
import { lacksNode } from './lacksNode.js';

/** The error of a balance that a server answers as the gateway does, with this code. */
async function failedRead(code: string): Promise<Error> {
  const error = { code: -32000, message: 'x', data: { code } };
  const server = createServer((_, response) => {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createPublicClient({ transport: http(url, { retryCount: 0 }) });
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
  const cause = await client.getBalance({ address }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return createError('BALANCE_UNAVAILABLE', { cause });
}

describe('lacksNode', () => {
  it.each([
    ['CHAIN_NOT_CONFIGURED', true],
    ['UPSTREAM_FAILED', false],
  ])(
    'tells a network without a node from one whose node fails: %s (dependencies-D18)',
    async (code, lacks) => {
      expect(lacksNode(await failedRead(code))).toBe(lacks);
    },
  );

  it('knows a network that the gateway does not serve for a balance of its own (dependencies-D18)', () => {
    const because = (code: 'CHAIN_NOT_SUPPORTED' | 'REQUEST_FAILED') =>
      createError('BALANCE_UNAVAILABLE', { cause: createError(code) });
    expect(lacksNode(because('CHAIN_NOT_SUPPORTED'))).toBe(true);
    expect(lacksNode(because('REQUEST_FAILED'))).toBe(false);
    expect(lacksNode(undefined)).toBe(false);
  });
});
