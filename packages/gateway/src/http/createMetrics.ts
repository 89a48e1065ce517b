import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type ConnectionMetrics, connectionMetrics } from '../adapters/connectionMetrics.js';
import { indexMetrics } from '../history/indexer/indexMetrics.js';
import type { IndexerEvents } from '../history/indexer/runIndexers.js';
import { type RelayMetrics, relayMetrics } from '../relay/relayMetrics.js';
import { type MailMetrics, mailMetrics } from './mailMetrics.js';
import { type SignInMetrics, signInMetrics } from './signInMetrics.js';

/** Histogram buckets in seconds, from a cached response to a chain that barely meets its time limit. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Metrics for operators, in the Prometheus format. */
export interface Metrics {
  /** Reports the start of an HTTP request; call the returned function at its end. */
  requestStarted(): (method: string, route: string, status: number) => void;
  rateLimited(kind: string): void;
  /** Reports a request to a node. `outcome` is `ok` or the reason of the failure. */
  upstreamAsked(chainId: string, outcome: string, milliseconds: number): void;
  /** Reports calls that shared the request of another call. */
  coalesced(chainId: string, calls: number): void;
  eventsStored(count: number): void;
  readonly relay: RelayMetrics;
  readonly signIn: SignInMetrics;
  readonly mail: MailMetrics;
  readonly connections: ConnectionMetrics;
  /** Receives the events of the history indexers. */
  readonly index: IndexerEvents;
  /** Renders all metrics for a scrape, with their content type. */
  text(): Promise<{ body: string; contentType: string }>;
}

/**
 * Creates the metrics of one gateway. Each has its own registry, so that several gateways in a process don't mix.
 *
 * @param ofProcess - Adds memory, CPU and event-loop delay of the process; only for one gateway per process.
 */
export function createMetrics(ofProcess: boolean): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (ofProcess) collectDefaultMetrics({ register: registry, prefix: 'latchkit_' });
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = (name: string, help: string, labelNames: string[]) =>
    new Histogram({ name, help, labelNames, buckets: BUCKETS, registers });

  const requests = counter('latchkit_http_requests_total', 'Requests answered', [
    'method',
    'route',
    'status',
  ]);
  const durations = histogram('latchkit_http_request_seconds', 'Time to the answer', ['route']);
  const inFlight = new Gauge({
    name: 'latchkit_http_requests_in_flight',
    help: 'Requests under way',
    registers,
  });
  const limited = counter('latchkit_rate_limited_total', 'Requests refused by a limit', ['kind']);
  const upstream = counter('latchkit_rpc_upstream_requests_total', 'Requests to nodes', ['chain', 'outcome']);
  const upstreamTime = histogram('latchkit_rpc_upstream_seconds', 'Time to a node’s answer', ['chain']);
  const shared = counter('latchkit_rpc_coalesced_total', 'Calls answered by a call already under way', [
    'chain',
  ]);
  const events = counter('latchkit_events_stored_total', 'Analytics events stored', []);

  return {
    requestStarted() {
      inFlight.inc();
      const start = performance.now();
      return (method, route, status) => {
        inFlight.dec();
        requests.inc({ method, route, status });
        durations.observe({ route }, (performance.now() - start) / 1_000);
      };
    },
    rateLimited: kind => limited.inc({ kind }),
    upstreamAsked(chain, outcome, milliseconds) {
      upstream.inc({ chain, outcome });
      upstreamTime.observe({ chain }, milliseconds / 1_000);
    },
    coalesced: (chain, calls) => shared.inc({ chain }, calls),
    eventsStored: count => events.inc(count),
    relay: relayMetrics(registry),
    signIn: signInMetrics(registry),
    mail: mailMetrics(registry),
    connections: connectionMetrics(registry),
    index: indexMetrics(registry),
    async text() {
      return { body: await registry.metrics(), contentType: registry.contentType };
    },
  };
}
