import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type ConnectionMetrics, connectionMetrics } from '../adapters/connectionMetrics.js';
import { type SignInMetrics, signInMetrics } from '../auth/signInMetrics.js';
import { indexMetrics } from '../history/indexer/indexMetrics.js';
import type { IndexerEvents } from '../history/indexer/runIndexers.js';
import { type MailMetrics, mailMetrics } from '../mailer/mailMetrics.js';
import { type RelayMetrics, relayMetrics } from '../relay/relayMetrics.js';

/** Seconds: from a cached answer to a chain that barely makes it. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What an operator can watch, in Prometheus' form. */
export interface Metrics {
  /** An HTTP request began; call what is returned when it ended. */
  requestStarted(): (method: string, route: string, status: number) => void;
  rateLimited(kind: string): void;
  /** One request to a node. `outcome` is `ok` or why it was not. */
  upstreamAsked(chainId: string, outcome: string, milliseconds: number): void;
  /** Calls that were answered by another one's request. */
  coalesced(chainId: string, calls: number): void;
  eventsStored(count: number): void;
  readonly relay: RelayMetrics;
  readonly signIn: SignInMetrics;
  readonly mail: MailMetrics;
  readonly connections: ConnectionMetrics;
  /** What the indexers of histories do. */
  readonly index: IndexerEvents;
  /** The text for a scrape, and its content type. */
  text(): Promise<{ body: string; contentType: string }>;
}

/**
 * Metrics of one gateway, with a registry of their own: several gateways in a process do not mix.
 *
 * @param ofProcess - Adds memory, CPU and event-loop delay of the process, which belong to one gateway only.
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
