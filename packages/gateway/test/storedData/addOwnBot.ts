import type { LoginProvider } from 'latchkit/protocol';
import * as z from 'zod';
import { withStoreSources } from '../../src/commands/openStores.js';
import { openSealedStore, type SealedStore } from '../../src/platform/keyvault/openSealedStore.js';
import type { Settings } from '../../src/server/readSettings.js';
import { profilePlace } from '../../src/wallet/service/auth/users.js';
import { saveCredentials } from '../../src/wallet/service/social/credentialStore.js';
import { identityIndex } from '../../src/wallet/shared/identity.js';
import { subjectPlace } from '../../src/wallet/vault/subjects.js';
import type { BotLogin } from '../wallet/logInByBot.js';
import type { StoredClient } from './storedClient.js';

const idRow = z.object({ id: z.string() });
const versionRow = z.object({ version: z.number() });

/**
 * Makes the user of stored data one whom a project's own Telegram bot logged in, in the columns of that version, which it does not
 * migrate.
 *
 * @returns the id of the user's login.
 */
export function addOwnBot(
  settings: Settings,
  { page: { project } }: StoredClient,
  { person, botToken }: BotLogin,
): Promise<string> {
  const identity = { provider: 'telegram', subject: String(person) } as const;
  return addSocialLogin(settings, identity, async (service, vault) => {
    await saveCredentials(service, project, 'telegram', { botToken });
    await saveCredentials(vault, project, 'telegram', { clientId: String(botToken.split(':')[0]) });
  });
}

/**
 * Makes the user of stored data one whom a provider logged in, in the columns of that version, which it does not migrate.
 *
 * @param first - Called with both stores before.
 * @returns the id of the user's login.
 */
export async function addSocialLogin(
  settings: Settings,
  identity: { readonly provider: LoginProvider; readonly subject: string },
  first: (service: SealedStore, vault: SealedStore) => Promise<void> = async () => {},
): Promise<string> {
  return withStoreSources(settings, async sources => {
    const stores: SealedStore[] = [];
    for (const source of sources) {
      const [row] = await source.database.query(
        `select max(version)::int as version from ${source.schema}.schema_migrations`,
      );
      const { version: newest } = versionRow.parse(row);
      const migrations = source.migrations.filter(({ version }) => version <= newest);
      stores.push(await openSealedStore({ ...source, migrations }));
    }
    const [service, vault] = stores;
    if (service === undefined || vault === undefined) throw new Error('A store is missing');
    await first(service, vault);
    const [login] = await service.database.query(`select id from ${service.schema}.identities`);
    const { id } = idRow.parse(login);
    const profile = Buffer.from(JSON.stringify({ subject: identity.subject, name: 'Noor' }), 'utf8');
    const sealed = await service.envelope.seal(service.database, profilePlace(id), profile);
    await service.database.query(
      `update ${service.schema}.identities set provider = $2, subject_bidx = $3, email_ct = null, profile_ct = $4, dek_id = $5
       where id = $1`,
      [id, identity.provider, identityIndex(service, identity), sealed.ciphertext, sealed.dekId],
    );
    await service.database.query(`update ${service.schema}.sessions set identity_id = $1`, [id]);
    const [owner] = await vault.database.query(`select id from ${vault.schema}.subjects`);
    const { id: subjectId } = idRow.parse(owner);
    const text = Buffer.from(identity.subject, 'utf8');
    const kept = await vault.envelope.seal(vault.database, subjectPlace(subjectId, 'subject_ct'), text);
    await vault.database.query(
      `update ${vault.schema}.subjects set provider = $2, subject_bidx = $3, email_ct = null, subject_ct = $4, dek_id = $5
       where id = $1`,
      [subjectId, identity.provider, identityIndex(vault, identity), kept.ciphertext, kept.dekId],
    );
    return id;
  });
}
