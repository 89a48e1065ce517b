import type { AnalyticsEvent } from 'latchkit/protocol';
import { HttpError } from '../../platform/http/HttpError.js';
import type { StorageQuotas } from '../../platform/http/storageQuotas.js';
import type { Project } from '../projects/store.js';
import type { EventStore } from './store.js';

/** Maximum nesting depth of an event; the database fails on very deep ones. */
const MAX_DEPTH = 16;

const HOUR = 60 * 60 * 1_000;
const DAY = 24 * HOUR;
/** Events that are deleted at once. */
const PART = 5_000;
/** Days for which events are kept. */
export const EVENT_DAYS = 90;
/** Bytes that a row takes besides its content, with its indexes. */
const ROW = 300;

export interface AnalyticsService {
  /**
   * Stores the events, unless the project's analytics are off.
   *
   * @returns the number of accepted events; repeated ones count, so that the sender stops retrying.
   * @throws HttpError 400 `INVALID_BODY` for an event that is nested too deeply; 429 `RATE_LIMITED` above the quota of stored bytes.
   */
  take(
    sender: { readonly project: Project; readonly network: string },
    events: readonly AnalyticsEvent[],
    sdk: { readonly type: string | undefined; readonly version: string | undefined },
  ): Promise<number>;
}

interface AnalyticsOptions {
  readonly store: EventStore;
  readonly quotas: StorageQuotas;
  /** Receives the number of new events. */
  readonly stored: (count: number) => void;
  /** Days for which events are kept; 0: until somebody deletes them. Default: 90. */
  readonly days?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export function analyticsService({
  store,
  quotas,
  stored,
  days = EVENT_DAYS,
  now = Date.now,
}: AnalyticsOptions): AnalyticsService {
  let pruned = 0;
  const prune = async () => {
    if (days === 0 || Math.abs(now() - pruned) < HOUR) return;
    pruned = now();
    // A part at a time, because a page waits for its answer.
    const gone = await store.deleteBefore(new Date(now() - days * DAY), PART);
    if (gone === PART) pruned = 0;
  };
  return {
    async take({ project, network }, events, { type: sdkType, version: sdkVersion }) {
      for (const { props } of events) {
        if (isDeeper(props, MAX_DEPTH)) {
          throw new HttpError(400, 'INVALID_BODY', 'The body cannot be used: an event is nested too deeply');
        }
      }
      if (!project.isAnalyticsEnabled) return 0;
      await prune();
      const bytes = Buffer.byteLength(JSON.stringify(events)) + events.length * ROW;
      await quotas.take({ kind: 'event', projectId: project.id, network, bytes });
      stored(
        await store.add(
          project.id,
          events.map(event => ({ event, sdkType, sdkVersion })),
        ),
      );
      return events.length;
    },
  };
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some(inner => isDeeper(inner, levels - 1));
}
