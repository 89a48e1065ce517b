import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import { listCredentials } from './credentialStore.js';

/** Finds the login providers that a project can use. Undefined: not known here. */
export type SocialsOf = (projectId: string) => Promise<readonly string[] | undefined>;

/** Milliseconds for which the providers of a project are cached. Pages read them at every visitor's first intent. */
const LIFE = 1_000;
/** Maximum number of cached projects; all are evicted above it. */
const MAX_CACHED = 10_000;

/**
 * Finds the login providers that a project can use: those with credentials of its own or of the deployment.
 *
 * @param deployment - Lists the providers for which the deployment has credentials.
 */
export function availableSocials(
  store: SealedStore,
  deployment: () => Promise<readonly string[]>,
  now: () => number = Date.now,
): SocialsOf {
  const cached = new Map<string, { readonly found: ReturnType<SocialsOf>; readonly until: number }>();
  const find = async (projectId: string) => {
    const own = await listCredentials(store, projectId);
    return [...new Set([...own.map(({ provider }) => provider), ...(await deployment())])].sort();
  };
  return projectId => {
    const known = cached.get(projectId);
    if (known !== undefined && known.until > now()) return known.found;
    // Without the database, a project is still served from a cache, and the login reports a missing provider itself.
    const found = find(projectId).catch(() => undefined);
    if (cached.size >= MAX_CACHED) cached.clear();
    cached.set(projectId, { found, until: now() + LIFE });
    return found;
  };
}
