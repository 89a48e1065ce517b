import { Counter, Histogram, type Registry } from 'prom-client';
import { DURATION_BUCKETS } from '../../platform/createMetrics.js';

/** Metrics of the calls to chains. */
export interface ChainMetrics {
  /** Reports a request to a node. `outcome` is `ok` or the reason of the failure. */
  upstreamAsked(chainId: string, outcome: string, milliseconds: number): void;
  /** Reports calls that shared the request of another call. */
  coalesced(chainId: string, calls: number): void;
  /** Reports a transaction that the nodes do not give in a form that can be read. */
  unreadItem(chainId: string, reason: string): void;
}

/** @param registry - The gateway's registry, which gets the metrics. */
export function chainMetrics(registry: Registry): ChainMetrics {
  const registers = [registry];
  const upstream = new Counter({
    name: 'latchkit_rpc_upstream_requests_total',
    help: 'Requests to nodes',
    labelNames: ['chain', 'outcome'],
    registers,
  });
  const upstreamTime = new Histogram({
    name: 'latchkit_rpc_upstream_seconds',
    help: 'Time to a node’s answer',
    labelNames: ['chain'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const shared = new Counter({
    name: 'latchkit_rpc_coalesced_total',
    help: 'Calls answered by a call already under way',
    labelNames: ['chain'],
    registers,
  });
  const unread = new Counter({
    name: 'latchkit_payments_unread_total',
    help: 'Transactions that payments could not read',
    labelNames: ['chain', 'reason'],
    registers,
  });
  return {
    upstreamAsked(chain, outcome, milliseconds) {
      upstream.inc({ chain, outcome });
      upstreamTime.observe({ chain }, milliseconds / 1_000);
    },
    unreadItem: (chain, reason) => unread.inc({ chain, reason }),
    coalesced: (chain, calls) => shared.inc({ chain }, calls),
  };
}
