import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../../platform/jsonLog.js';
import { errorFields } from '../../../../platform/jsonLog.js';
import type { Lease } from '../../../../platform/lease.js';
import { isRateLimit } from '../../../chains/waitOutRate.js';
import type { ChainIndexer, IndexerStep } from './chainIndexer.js';

/** Maximum interval between attempts on an unreachable chain, in milliseconds. */
const LONGEST_WAIT = 30_000;

/** Receives events of the indexers. */
export interface IndexerEvents {
  stepped(chainId: string, step: IndexerStep): void;
  failed(chainId: string): void;
}

/** One indexed chain. */
export interface FollowedChain {
  readonly chainId: string;
  readonly indexer: ChainIndexer;
  readonly lease: Lease;
}

export interface RunIndexersOptions {
  readonly chains: readonly FollowedChain[];
  /** Milliseconds between two checks of a chain. */
  readonly interval: number;
  readonly stopped: AbortSignal;
  readonly events: IndexerEvents;
  readonly log: Log;
}

/**
 * Indexes chains until it is stopped.
 *
 * @returns a promise that resolves when the last step has ended; it never rejects.
 */
export async function runIndexers({ chains, ...options }: RunIndexersOptions): Promise<void> {
  await Promise.all(chains.map(chain => follow(chain, options)));
}

async function follow(
  { chainId, indexer, lease }: FollowedChain,
  { interval, stopped, events, log }: Omit<RunIndexersOptions, 'chains'>,
): Promise<void> {
  let failures = 0;
  let wasReached = false;
  while (!stopped.aborted) {
    let isBehind = false;
    let limit: number | undefined;
    try {
      if (await lease.hold()) {
        const step = await indexer.step(() => lease.hold());
        isBehind = step.behind > 0 && step.stored > 0;
        events.stepped(chainId, step);
        failures = 0;
        wasReached = true;
      }
    } catch (error) {
      if (stopped.aborted) break;
      events.failed(chainId);
      // What was read is stored, and a rate is no outage that lasts.
      if (isRateLimit(error)) limit = 1_000 * (error.retryAfter ?? 0);
      // Log an outage once. A development chain that isn't running is not worth a warning.
      if (failures === 0)
        log(wasReached ? 'warn' : 'info', 'indexer_failed', { chainId, ...errorFields(error) });
      failures += 1;
    }
    const backoff = Math.min(interval * 2 ** Math.min(failures, 10), Math.max(interval, LONGEST_WAIT));
    const pause = limit === undefined ? backoff : Math.min(LONGEST_WAIT, Math.max(interval, limit));
    await sleep(isBehind ? 0 : pause, undefined, { signal: stopped }).catch(() => {});
  }
  await lease.release();
}
