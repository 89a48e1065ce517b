import {
  readAllowedOriginsRequest,
  readAnalyticsConfigRequest,
  readProjectConfigRequest,
} from 'latchkit/protocol';
import type { CallHandler } from '../../platform/http/serveCalls.js';
import { DEVELOPMENT_PROJECT_ID } from './developmentProject.js';
import type { NetworkRelay } from './NetworkRelay.js';
import { handle } from './projectCalls.js';
import type { ProjectService } from './service.js';
import type { Project } from './store.js';

/** Finds the login providers that a project can use. Undefined: not known. */
export type SocialsOf = (projectId: string) => Promise<readonly string[] | undefined>;

/**
 * The settings of a project.
 *
 * @param network - The relay of the WalletConnect network.
 * @param onramps - Ids of the services that sell currencies and that the operator has set up.
 */
export function projectCalls(
  projects: Pick<ProjectService, 'get'>,
  socialsOf: SocialsOf,
  onramps: readonly string[],
  network: NetworkRelay,
): readonly CallHandler[] {
  return [
    handle(readProjectConfigRequest, async ({ query }) => {
      const project = await projects.get(query.projectId);
      const features = withOnramps(project.features, onramps);
      const providers = await socialsOf(query.projectId);
      const relays = relaysOf(project, network);
      if (providers === undefined || !features.socials) return { features, providers, relays };
      const socials = features.socials.filter(social => providers.includes(social));
      return { features: { ...features, socials }, providers, relays };
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

/** The relays to which the project's pages connect beside the gateway's own. */
function relaysOf({ id, relayNetwork }: Project, { url, developmentId }: NetworkRelay) {
  const projectId = relayNetwork ?? (id === DEVELOPMENT_PROJECT_ID ? developmentId : undefined);
  return projectId === undefined ? undefined : [{ url, projectId }];
}

/** The features, without the services that sell currencies and that nobody set up. */
function withOnramps(features: Project['features'], onramps: readonly string[]): Project['features'] {
  const { onramp } = features;
  if (onramp) return { ...features, onramp: onramp.filter(id => onramps.includes(id)) };
  return onramp === undefined && onramps.length === 0 ? { ...features, onramp: [] } : features;
}
