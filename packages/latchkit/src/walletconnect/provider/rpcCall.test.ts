import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startAnvil } from '../../testing/startAnvil.test-support.js';
import { createProviderWorld, evmNamespaces } from './provider.test-support.js';
import { rpcCall } from './rpcCall.js';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

describe('rpcCall', () => {
  it("calls the host's own node and passes on its errors", async () => {
    const anvil = await startAnvil(31_337);
    ends.push(anvil.stop);
    const broken = createServer((_, response) => response.end('<html>'));
    broken.listen(0, '127.0.0.1');
    ends.push(() => broken.close());
    const addresses: Record<string, string> = { 'eip155:31337': anvil.url };
    const { provider, script, end } = await createProviderWorld({ rpcUrl: chainId => addresses[chainId] });
    ends.push(end);
    script.approve = evmNamespaces(['eip155:31337']);
    await provider.connect({ chains: ['eip155:31337'] });
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x0');
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a69');
    const wrong = provider.request({ method: 'eth_getBalance', params: ['nobody'] });
    await expect(wrong).rejects.toMatchObject({ name: 'ProviderRpcError', code: -32602 });
    addresses['eip155:31337'] = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
    await expect(provider.request({ method: 'eth_blockNumber' })).rejects.toMatchObject({
      code: 'REQUEST_FAILED',
    });
  });

  it.each(['/headers', '/body'])(
    'gives a node that is silent from %s on 10 s, no less and no more [TIME-16] (rows-K4)',
    async path => {
      const silent = createServer((request, response) => {
        if (request.url === '/body') response.writeHead(200).write('{');
      });
      silent.listen(0, '127.0.0.1');
      ends.push(() => {
        silent.closeAllConnections();
        silent.close();
      });
      await once(silent, 'listening');
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const failed = vi.fn();
      const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}${path}`;
      const asked = once(silent, 'request');
      const call = rpcCall(
        'eip155:1',
        url,
        { method: 'eth_blockNumber' },
        new AbortController().signal,
      ).catch(failed);
      await asked;
      vi.advanceTimersByTime(9_999);
      await new Promise(done => setImmediate(done));
      expect(failed).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1);
      await call;
      expect(failed.mock.calls[0]?.[0]).toMatchObject({ code: 'REQUEST_FAILED' });
    },
  );
});
