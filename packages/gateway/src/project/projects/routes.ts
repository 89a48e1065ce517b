import {
  readAllowedOriginsRequest,
  readAnalyticsConfigRequest,
  readProjectConfigRequest,
} from 'latchkit/protocol';
import type { CallHandler } from '../../platform/http/serveCalls.js';
import { handle } from './projectCalls.js';
import type { ProjectService } from './service.js';

/** Finds the login providers that a project can use. Undefined: not known. */
export type SocialsOf = (projectId: string) => Promise<readonly string[] | undefined>;

/** The settings of a project. */
export function projectCalls(
  projects: Pick<ProjectService, 'get'>,
  socialsOf: SocialsOf,
): readonly CallHandler[] {
  return [
    handle(readProjectConfigRequest, async ({ query }) => {
      const { features } = await projects.get(query.projectId);
      const providers = await socialsOf(query.projectId);
      if (providers === undefined || !features.socials) return { features, providers };
      const socials = features.socials.filter(social => providers.includes(social));
      return { features: { ...features, socials }, providers };
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
