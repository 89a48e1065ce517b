import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { startAnvil } from '../../testing/startAnvil.test-support.js';
import { createProviderWorld, evmNamespaces } from './provider.test-support.js';

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
});
