import { reportEventsRequest } from 'latchkit/protocol';
import type { ClientAddress } from '../../platform/http/clientAddress.js';
import type { CallHandler } from '../../platform/http/serveCalls.js';
import { handle } from '../projects/projectCalls.js';
import type { AnalyticsService } from './service.js';

/** Events and error reports of the project's pages. */
export function analyticsCalls(analytics: AnalyticsService, address: ClientAddress): readonly CallHandler[] {
  const report = handle(reportEventsRequest, async ({ project, query, body, context }) => {
    const events = Array.isArray(body) ? body : [body];
    const sdk = { type: query.st, version: query.sv };
    return { accepted: await analytics.take({ project, network: address(context) }, events, sdk) };
  });
  return [report];
}
