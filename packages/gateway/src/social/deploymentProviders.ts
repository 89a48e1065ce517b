import type { SocialSignInProvider } from 'latchkit/protocol';
import * as z from 'zod';
import { CREDENTIALS, type Credentials } from './credentials.js';
import type { FindProvider } from './SocialParts.js';
import { SOCIAL_PROVIDERS } from './socialProviders.js';

/** Credentials for all projects that have none of their own. */
export type DeploymentCredentials = Readonly<Partial<Record<SocialSignInProvider, Credentials>>>;

/** Milliseconds that the development identity provider has to describe itself. */
const TIMEOUT = 2_000;

const described = z.partialRecord(z.string(), z.object({ base: z.url(), credentials: z.unknown() }));

/**
 * Finds the deployment's credentials.
 *
 * @param idpUrl - The development identity provider, which stands in for providers without credentials. Undefined in production.
 */
export function deploymentProviders(
  credentials: DeploymentCredentials,
  idpUrl: string | undefined,
): FindProvider {
  const findDevelopment = idpUrl === undefined ? undefined : developmentProviders(idpUrl);
  return async (projectId, provider) => {
    const own = credentials[provider];
    if (own !== undefined) return { provider: SOCIAL_PROVIDERS[provider], credentials: own };
    return findDevelopment?.(projectId, provider);
  };
}

/** Lists the providers for which the deployment has credentials. */
export async function deploymentProviderIds(
  credentials: DeploymentCredentials,
  idpUrl: string | undefined,
): Promise<readonly string[]> {
  const development = idpUrl === undefined ? {} : await describe(idpUrl);
  return [...new Set([...Object.keys(credentials), ...Object.keys(development)])];
}

async function describe(idpUrl: string): Promise<z.infer<typeof described>> {
  const response = await fetch(`${idpUrl}/credentials`, { signal: AbortSignal.timeout(TIMEOUT) }).catch(
    () => undefined,
  );
  return response?.ok ? described.parse(await response.json()) : {};
}

/** Asks the development identity provider for its addresses and credentials each time: it may have restarted. */
function developmentProviders(idpUrl: string): FindProvider {
  return async (_, provider) => {
    const found = (await describe(idpUrl))[provider];
    if (found === undefined) return undefined;
    return {
      provider: SOCIAL_PROVIDERS[provider],
      credentials: CREDENTIALS[provider].parse(found.credentials),
      developmentBase: found.base,
    };
  };
}
