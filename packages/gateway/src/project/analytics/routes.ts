import { reportEventsRequest } from 'latchkit/protocol';
import type { CallHandler } from '../../platform/http/serveCalls.js';
import { handle } from '../projects/projectCalls.js';
import type { AnalyticsService } from './service.js';

/** Events and error reports of the project's pages. */
export function analyticsCalls(analytics: AnalyticsService): readonly CallHandler[] {
  const report = handle(reportEventsRequest, async ({ project, query, body }) => {
    const events = Array.isArray(body) ? body : [body];
    return { accepted: await analytics.take(project, events, { type: query.st, version: query.sv }) };
  });
  return [report];
}
