import { describe, expect, it } from 'vitest';
import { awaitedLater } from '../../../../../../../scripts/lib/awaitedLater.mjs';
import { waitUntil } from '../../../../../test/waitUntil.js';
import { RpcError } from '../../../../platform/jsonrpc/RpcError.js';
import { runIndexers } from './runIndexers.js';

describe('runIndexers', () => {
  it('goes on when a node that limits its rate allows it, without waiting longer each time (RV-01)', async () => {
    let steps = 0;
    const failed: string[] = [];
    const indexer = {
      async step(): Promise<never> {
        steps += 1;
        throw new RpcError(429, -32_005, 'UPSTREAM_RATE_LIMITED', 'The chain is asked too often');
      },
    };
    const stop = new AbortController();
    const running = awaitedLater(
      runIndexers({
        chains: [
          { chainId: 'eip155:1', indexer, lease: { hold: async () => true, release: async () => {} } },
        ],
        interval: 5,
        stopped: stop.signal,
        events: { stepped: () => {}, failed: chainId => failed.push(chainId) },
        log: () => {},
      }),
    );
    // Doubled each time, these pauses would take longer than two minutes.
    await waitUntil(async () => steps >= 40);
    stop.abort();
    await running;
    expect(failed.length).toBeGreaterThanOrEqual(39);
  });
});
