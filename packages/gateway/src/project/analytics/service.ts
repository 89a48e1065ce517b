import type { AnalyticsEvent } from 'latchkit/protocol';
import { HttpError } from '../../platform/http/HttpError.js';
import type { Project } from '../projects/store.js';
import type { EventStore } from './store.js';

/** Maximum nesting depth of an event; the database fails on very deep ones. */
const MAX_DEPTH = 16;

export interface AnalyticsService {
  /**
   * Stores the events, unless the project's analytics are off.
   *
   * @returns the number of accepted events; repeated ones count, so that the sender stops retrying.
   * @throws HttpError 400 `INVALID_BODY` for an event that is nested too deeply.
   */
  take(
    project: Project,
    events: readonly AnalyticsEvent[],
    sdk: { readonly type: string | undefined; readonly version: string | undefined },
  ): Promise<number>;
}

/** @param stored - Receives the number of new events. */
export function analyticsService(store: EventStore, stored: (count: number) => void): AnalyticsService {
  return {
    async take(project, events, { type: sdkType, version: sdkVersion }) {
      for (const { props } of events) {
        if (isDeeper(props, MAX_DEPTH)) {
          throw new HttpError(400, 'INVALID_BODY', 'The body cannot be used: an event is nested too deeply');
        }
      }
      if (!project.isAnalyticsEnabled) return 0;
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
