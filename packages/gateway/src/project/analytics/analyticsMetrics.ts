import { Counter, type Registry } from 'prom-client';

/** Metrics of analytics. */
export interface AnalyticsMetrics {
  eventsStored(count: number): void;
}

/** @param registry - The gateway's registry, which gets the counter. */
export function analyticsMetrics(registry: Registry): AnalyticsMetrics {
  const events = new Counter({
    name: 'latchkit_events_stored_total',
    help: 'Analytics events stored',
    registers: [registry],
  });
  return { eventsStored: count => events.inc(count) };
}
