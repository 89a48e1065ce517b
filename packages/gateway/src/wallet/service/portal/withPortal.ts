import { PORTAL_PROJECT } from 'latchkit/protocol';
import { hostOf } from '../../shared/hostOf.js';
import { isFrameOrigin } from '../../shared/isFrameOrigin.js';
import type { ProjectAccess, WalletProject } from '../../shared/ProjectAccess.js';

export interface PortalOptions {
  /** Public URL of the wallet service. */
  readonly frameUrl: string;
  readonly developmentMode: boolean;
}

/** Finds projects, and answers for the portal, which only the wallet service's own pages may use. */
export function withPortal(
  findProject: ProjectAccess['findProject'],
  { frameUrl, developmentMode }: PortalOptions,
): ProjectAccess['findProject'] {
  const portal: WalletProject = {
    name: hostOf(frameUrl),
    allowedOrigins: [new URL(frameUrl).origin],
    trustedOrigins: [],
    allowsPage: origin => isFrameOrigin(origin, frameUrl, developmentMode),
  };
  return async id => (id === PORTAL_PROJECT ? portal : findProject(id));
}
