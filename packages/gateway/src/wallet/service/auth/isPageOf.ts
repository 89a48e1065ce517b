import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import type { Caller } from '../../shared/proveCaller.js';

/** A page of a project, with an installation. Origins of one site share one. */
type InstallationPage = Pick<Caller, 'jkt' | 'projectId' | 'hostOrigin'>;

/** Whether an installation was registered on a page, or has a session there. */
export async function isPageOf(
  { database, schema }: SealedStore,
  { jkt, projectId, hostOrigin }: InstallationPage,
): Promise<boolean> {
  const rows = await database.query(
    `select 1 from ${schema}.installations i where i.jkt = $1 and (
       exists (select 1 from ${schema}.installation_pages p
         where p.installation_id = i.id and p.project_id = $2 and p.host_origin = $3)
       or exists (select 1 from ${schema}.sessions s
         where s.installation_id = i.id and s.project_id = $2 and s.host_origin = $3
           and s.revoked_at is null and s.idle_expires_at > $4 and s.expires_at > $4))`,
    [jkt, projectId, hostOrigin, new Date()],
  );
  return rows.length > 0;
}
