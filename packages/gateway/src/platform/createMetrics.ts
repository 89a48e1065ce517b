import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type ConnectionMetrics, connectionMetrics } from './connectionMetrics.js';

/** Histogram buckets in seconds, from a cached response to a chain that barely meets its time limit. */
export const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Metrics for operators, in the Prometheus format. */
export interface Metrics {
  /** Where each domain registers its own metrics, once. */
  readonly registry: Registry;
  /** Reports the start of an HTTP request; call the returned function at its end. */
  requestStarted(): (method: string, route: string, status: number) => void;
  rateLimited(kind: string): void;
  readonly connections: ConnectionMetrics;
  /** Renders all metrics for a scrape, with their content type. */
  text(): Promise<{ body: string; contentType: string }>;
}

/**
 * Creates the metrics of one gateway: those of HTTP and connections, and the registry of all others. Each gateway has its own
 * registry, so that several gateways in a process don't mix.
 *
 * @param ofProcess - Adds memory, CPU and event-loop delay of the process; only for one gateway per process.
 */
export function createMetrics(ofProcess: boolean): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (ofProcess) collectDefaultMetrics({ register: registry, prefix: 'latchkit_' });
  const requests = new Counter({
    name: 'latchkit_http_requests_total',
    help: 'Requests answered',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'latchkit_http_request_seconds',
    help: 'Time to the answer',
    labelNames: ['route'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const inFlight = new Gauge({
    name: 'latchkit_http_requests_in_flight',
    help: 'Requests under way',
    registers,
  });
  const limited = new Counter({
    name: 'latchkit_rate_limited_total',
    help: 'Requests refused by a limit',
    labelNames: ['kind'],
    registers,
  });

  return {
    registry,
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
    connections: connectionMetrics(registry),
    async text() {
      return { body: await registry.metrics(), contentType: registry.contentType };
    },
  };
}
