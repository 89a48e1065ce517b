import { reportEventsRequest } from 'latchkit/protocol';
import { handle } from '../http/projectCalls.js';
import type { CallHandler } from '../http/serveCalls.js';
import type { AnalyticsService } from './service.js';

/** Events and error reports of the project's pages. */
export function analyticsCalls(analytics: AnalyticsService): readonly CallHandler[] {
  const report = handle(reportEventsRequest, async ({ project, query, body }) => {
    const events = Array.isArray(body) ? body : [body];
    return { accepted: await analytics.take(project, events, { type: query.st, version: query.sv }) };
  });
  return [report];
}
