import type { SocialSignInProvider } from 'latchkit/protocol';
import * as z from 'zod';
import { parseJson } from '../../../platform/http/parseJson.js';
import { readText } from '../../../platform/http/readText.js';
import { CREDENTIALS, type Credentials } from './credentials.js';
import type { FindProvider } from './SocialParts.js';
import { SOCIAL_PROVIDERS } from './socialProviders.js';

/** Credentials for all projects that have none of their own. */
export type DeploymentCredentials = Readonly<Partial<Record<SocialSignInProvider, Credentials>>>;

/** The deployment's login providers. */
export interface DeploymentProviders {
  readonly find: FindProvider;
  /** Lists the providers that have credentials. */
  ids(): Promise<readonly string[]>;
}

/**
 * Finds the deployment's credentials.
 *
 * @param idpUrl - The development identity provider, which stands in for providers without credentials. Undefined in production.
 */
export function deploymentProviders(
  credentials: DeploymentCredentials,
  idpUrl: string | undefined,
): DeploymentProviders {
  const owner = 'deployment';
  const development: Describe = idpUrl === undefined ? async () => ({}) : developmentProviders(idpUrl);
  return {
    async find(_, provider) {
      const own = credentials[provider];
      if (own !== undefined) return { provider: SOCIAL_PROVIDERS[provider], credentials: own, owner };
      const found = (await development())[provider];
      if (found === undefined) return undefined;
      return {
        provider: SOCIAL_PROVIDERS[provider],
        credentials: CREDENTIALS[provider].parse(found.credentials),
        owner,
        developmentBase: found.base,
      };
    },
    ids: async () => [...new Set([...Object.keys(credentials), ...Object.keys(await development())])],
  };
}

/** Milliseconds that the development identity provider has to describe itself. */
const TIMEOUT = 2_000;
/** Milliseconds for which a description is used. The development identity provider may restart at any time. */
const LIFE = 1_000;

const described = z.partialRecord(z.string(), z.object({ base: z.url(), credentials: z.unknown() }));
type Described = z.infer<typeof described>;
type Describe = () => Promise<Described>;

/** Asks the development identity provider for its addresses and credentials. Calls within a second share one request. */
function developmentProviders(idpUrl: string): Describe {
  let last: Described = {};
  let pending: Promise<Described> | undefined;
  let asked = 0;
  const ask = async (): Promise<Described> => {
    try {
      const response = await fetch(`${idpUrl}/credentials`, { signal: AbortSignal.timeout(TIMEOUT) });
      last = response.ok ? described.parse(parseJson(await readText(response))) : {};
    } catch (error) {
      // A busy one is still there; one that does not run is not.
      if (!(error instanceof Error) || error.name !== 'TimeoutError') last = {};
    }
    return last;
  };
  return () => {
    if (pending === undefined || Date.now() - asked > LIFE) {
      asked = Date.now();
      pending = ask();
    }
    return pending;
  };
}
