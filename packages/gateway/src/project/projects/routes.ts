import {
  readAllowedOriginsRequest,
  readAnalyticsConfigRequest,
  readProjectConfigRequest,
} from 'latchkit/protocol';
import type { CallHandler } from '../../platform/http/serveCalls.js';
import { handle } from './projectCalls.js';
import type { ProjectService } from './service.js';

/** The settings of a project. */
export function projectCalls(projects: Pick<ProjectService, 'get'>): readonly CallHandler[] {
  return [
    handle(readProjectConfigRequest, async ({ query }) => {
      const { features } = await projects.get(query.projectId);
      return { features };
    }),
    handle(readAllowedOriginsRequest, async ({ query }) => {
      const { allowedOrigins } = await projects.get(query.projectId);
      return { allowedOrigins };
    }),
    handle(readAnalyticsConfigRequest, async ({ query }) => {
      const { isAnalyticsEnabled } = await projects.get(query.projectId);
      return { isAnalyticsEnabled };
    }),
  ];
}
