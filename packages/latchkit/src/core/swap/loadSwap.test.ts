// @vitest-environment jsdom
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connect } from '../connection/connect.js';
import { startedKit } from '../testSupport/startedKit.test-support.js';
import { loadSwap } from './loadSwap.js';
import { selectSwap } from './swapState.js';

const TOKENS = '/v1/convert/tokens';
const GAS = '/v1/convert/gas-price';
const REFUSED = { error: { code: 'CHAIN_NOT_SUPPORTED', message: 'x' } };

/** Swaps at a gateway whose answer to `slow` follows the one to the other call. */
async function errorWith(slow: string, answers: Readonly<Record<string, readonly [number, object]>>) {
  const called: (() => void)[] = [];
  let fastIsAnswered = false;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const [status, body] = answers[pathname] ?? [404, { error: { code: 'NOT_FOUND', message: 'x' } }];
    const answer = () => {
      response.writeHead(status, { 'access-control-allow-origin': '*', 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const isSwap = pathname === TOKENS || pathname === GAS;
    if (pathname === slow && !fastIsAnswered) return void called.push(answer);
    answer();
    if (!isSwap || pathname === slow) return;
    fastIsAnswered = true;
    // After the first answer has arrived.
    response.on('finish', () => setTimeout(() => called.splice(0).map(late => late()), 50));
  });
  await new Promise<void>(resolve => server.listen(0, resolve));
  const gateway = `http://localhost:${(server.address() as AddressInfo).port}`;
  const { kit } = startedKit({ gateway, features: { email: false, socials: false, analytics: false } });
  onTestFinished(async () => {
    kit.destroy();
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  });
  await connect(kit, { connectorId: 'io.one' });
  await loadSwap(kit);
  await vi.waitFor(() => expect(selectSwap(kit.store.getState()).status).not.toBe('loading'));
  return selectSwap(kit.store.getState()).error?.message;
}

describe('loadSwap', () => {
  it.each([TOKENS, GAS])(
    'says that there are no swaps by the list of tokens, if %s is slow [ERR-04] (rows-K6)',
    async slow => {
      const answers = { [TOKENS]: [404, REFUSED], [GAS]: [404, REFUSED] } as const;
      expect(await errorWith(slow, answers)).toBe('Network not supported for Swaps');
    },
  );

  it.each([TOKENS, GAS])(
    'says that there is no price of gas only where the list came, if %s is slow [ERR-05] (rows-K6)',
    async slow => {
      const answers = { [TOKENS]: [200, { tokens: [] }], [GAS]: [404, REFUSED] } as const;
      expect(await errorWith(slow, answers)).toBe('Network not supported for Gas Price');
    },
  );
});
