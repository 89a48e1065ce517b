import type { SocialSignInProvider } from 'latchkit/protocol';
import * as z from 'zod';
import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import type { EvidenceClient, FindEvidenceClient } from '../../shared/EvidenceClient.js';

import { readSealed } from './credentialStore.js';
import { type Credentials, clientIdOf, plainText } from './credentials.js';
import type { FindProvider } from './SocialParts.js';

/** Providers at which only the client itself can inspect its tokens. The vault needs the secret of no other. */
const NEEDS_SECRET: readonly SocialSignInProvider[] = ['facebook', 'github'];

const withoutSecret = z.strictObject({ clientId: plainText });
const withSecret = z.strictObject({ clientId: plainText, clientSecret: plainText });

/** Parses the vault's credentials at a provider. */
export function vaultClient(provider: SocialSignInProvider) {
  return NEEDS_SECRET.includes(provider) ? withSecret : withoutSecret;
}

/** The part of a client's credentials that the vault needs. */
export function evidenceClientOf(provider: SocialSignInProvider, credentials: Credentials): EvidenceClient {
  const clientId = clientIdOf(credentials);
  return NEEDS_SECRET.includes(provider) && 'clientSecret' in credentials
    ? { clientId, clientSecret: credentials.clientSecret }
    : { clientId };
}

/** Finds the vault's credentials for projects without their own. `findDevelopment` finds those of the development provider. */
export function deploymentEvidenceClients(
  clients: Readonly<Partial<Record<SocialSignInProvider, EvidenceClient>>>,
  findDevelopment: FindProvider,
): FindEvidenceClient {
  return async (projectId, provider) => {
    const own = clients[provider];
    if (own !== undefined) return { ...own, owner: 'deployment' };
    const setup = await findDevelopment(projectId, provider);
    if (setup === undefined) return undefined;
    const { credentials, developmentBase, owner } = setup;
    return { ...evidenceClientOf(provider, credentials), developmentBase, owner };
  };
}

/** Finds a project's own credentials in the vault's store, or those of the deployment. */
export function storedEvidenceClients(store: SealedStore, fallback: FindEvidenceClient): FindEvidenceClient {
  return async (projectId, provider) => {
    const own = await readSealed(store, projectId, provider);
    if (own === undefined) return fallback(projectId, provider);
    const client = vaultClient(provider).parse(own);
    return { ...client, owner: { projectId, clientId: client.clientId } };
  };
}
