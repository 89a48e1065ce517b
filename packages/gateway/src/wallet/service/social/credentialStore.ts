import { type SocialSignInProvider, socialSignInProvider } from 'latchkit/protocol';
import * as z from 'zod';
import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import type { EvidenceClient } from '../../shared/EvidenceClient.js';
import { CREDENTIALS, type Credentials, clientIdOf } from './credentials.js';
import type { FindProvider } from './SocialParts.js';
import { SOCIAL_PROVIDERS } from './socialProviders.js';

const sealedRow = z.object({ sealedCt: z.instanceof(Uint8Array), dekId: z.string() });

/** Stores a project's credentials at a provider in a store, encrypted; replaces earlier ones. */
export async function saveCredentials(
  { database, schema, envelope }: SealedStore,
  projectId: string,
  provider: SocialSignInProvider,
  credentials: Credentials | EvidenceClient,
): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(credentials), 'utf8');
  const { ciphertext, dekId } = await envelope.seal(database, place(projectId, provider), bytes);
  await database.query(
    `insert into ${schema}.social_credentials (project_id, provider, sealed_ct, dek_id, updated_at)
     values ($1, $2, $3, $4, $5)
     on conflict (project_id, provider) do update set sealed_ct = excluded.sealed_ct, dek_id = excluded.dek_id,
       updated_at = excluded.updated_at`,
    [projectId, provider, ciphertext, dekId, new Date()],
  );
}

/** Decrypts a project's credentials in the wallet service's store. Undefined if it has none of its own. */
export async function readCredentials(
  store: SealedStore,
  projectId: string,
  provider: SocialSignInProvider,
): Promise<Credentials | undefined> {
  const found = await readSealed(store, projectId, provider);
  return found === undefined ? undefined : CREDENTIALS[provider].parse(found);
}

/** Decrypts a project's credentials in a store. Undefined if it has none of its own. */
export async function readSealed(
  { database, schema, envelope }: SealedStore,
  projectId: string,
  provider: SocialSignInProvider,
): Promise<unknown> {
  const [row] = await database.query(
    `select sealed_ct as "sealedCt", dek_id as "dekId" from ${schema}.social_credentials
     where project_id = $1 and provider = $2`,
    [projectId, provider],
  );
  if (row === undefined) return undefined;
  const { sealedCt, dekId } = sealedRow.parse(row);
  const bytes = await envelope.open(database, place(projectId, provider), { dekId, ciphertext: sealedCt });
  return JSON.parse(Buffer.from(bytes).toString('utf8'));
}

/** Lists the providers for which a project has credentials of its own. Never returns the credentials. */
export async function listCredentials({ database, schema }: SealedStore, projectId: string) {
  const rows = await database.query(
    `select provider, updated_at as "updatedAt" from ${schema}.social_credentials
     where project_id = $1 order by provider`,
    [projectId],
  );
  return rows.map(row => ({
    provider: socialSignInProvider.parse(row.provider),
    updatedAt: z.date().parse(row.updatedAt),
  }));
}

/** Deletes a project's credentials. Returns false if it had none. */
export async function removeCredentials(
  { database, schema }: SealedStore,
  projectId: string,
  provider: SocialSignInProvider,
): Promise<boolean> {
  const rows = await database.query(
    `delete from ${schema}.social_credentials where project_id = $1 and provider = $2 returning 1`,
    [projectId, provider],
  );
  return rows.length > 0;
}

/** Finds a project's own credentials, or those of the deployment. */
export function storedProviders(store: SealedStore, fallback: FindProvider): FindProvider {
  return async (projectId, provider) => {
    const credentials = await readCredentials(store, projectId, provider);
    if (credentials === undefined) return fallback(projectId, provider);
    const owner = { projectId, clientId: clientIdOf(credentials) };
    return { provider: SOCIAL_PROVIDERS[provider], credentials, owner };
  };
}

const place = (projectId: string, provider: string) => ({
  table: 'social_credentials',
  column: 'sealed_ct',
  rowId: `${projectId}|${provider}`,
});
