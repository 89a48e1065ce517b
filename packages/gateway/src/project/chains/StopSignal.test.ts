import { getEventListeners } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startFaultyUpstream } from '../../../test/servers/startFaultyUpstream.js';
import { forManyCalls } from './StopSignal.js';
import { rpcService } from './service.js';
import { upstreams } from './upstreams.js';

describe('forManyCalls', () => {
  it('gives twenty calls of one request a single listener, which stops them all', async () => {
    const node = await startFaultyUpstream('eip155:1');
    const rpc = rpcService({ chains: upstreams({ 'eip155:1': [node.url] }, true), timeout: 20_000 });
    onTestFinished(async () => {
      rpc.close();
      await node.stop();
    });
    let asked = 0;
    let stopped = 0;
    node.behave((_, response) => {
      asked += 1;
      response.on('close', () => {
        stopped += 1;
      });
    });
    const gone = new AbortController();
    const before = getEventListeners(gone.signal, 'abort').length;
    const calls = Array.from({ length: 20 }, (_, index) =>
      // Half of them are reads that can be shared, and half are sent one by one.
      rpc.call('eip155:1', index % 2 === 0 ? 'eth_getBalance' : 'eth_other', [index], gone.signal),
    );
    const ended = Promise.allSettled(calls);
    await expect.poll(() => asked).toBeGreaterThanOrEqual(20);
    expect(getEventListeners(gone.signal, 'abort').length - before).toBe(1);
    gone.abort();
    expect((await ended).map(({ status }) => status)).toEqual(Array(20).fill('rejected'));
    await expect.poll(() => stopped).toBeGreaterThanOrEqual(20);
  });

  it('is aborted if its signal was aborted before', () => {
    expect(forManyCalls(AbortSignal.abort()).aborted).toBe(true);
  });
});
