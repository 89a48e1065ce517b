import { type CallResponse, type listSitesCall, PORTAL_PROJECT } from 'latchkit/protocol';
import * as z from 'zod';
import type { Session } from '../../shared/Session.js';
import { WALLET_TIMES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { usedWay } from '../../shared/waysIn/WayIn.js';
import { WAYS_IN } from '../../shared/waysIn/waysIn.js';

const sessionRow = z.object({
  id: z.string(),
  projectId: z.string(),
  hostOrigin: z.string(),
  browser: z.string(),
  createdAt: z.date(),
  idleExpiresAt: z.date(),
});

/** Lists the active sessions of the user by site, the last used site first. */
export async function listSites(
  { store }: WalletParts,
  { id: own, userId }: Session,
): Promise<CallResponse<typeof listSitesCall>> {
  const rows = await store.database.query(
    `select s.id, s.project_id as "projectId", s.host_origin as "hostOrigin", i.browser, s.created_at as "createdAt",
       s.idle_expires_at as "idleExpiresAt"
     from ${store.schema}.sessions s join ${store.schema}.installations i on i.id = s.installation_id
     where s.user_id = $1 and s.revoked_at is null and s.idle_expires_at > $2 and s.expires_at > $2
     order by s.idle_expires_at desc, s.id`,
    [userId, new Date()],
  );
  const sites = new Map<string, CallResponse<typeof listSitesCall>['sites'][number]>();
  for (const row of rows) {
    const { id, projectId, hostOrigin, browser, createdAt, idleExpiresAt } = sessionRow.parse(row);
    const isPortal = projectId === PORTAL_PROJECT;
    const site = sites.get(hostOrigin) ?? { hostOrigin, isPortal, sessions: [] };
    sites.set(hostOrigin, site);
    site.sessions.push({
      ...{ id, browser, isCurrent: id === own, createdAt: createdAt.toISOString() },
      // A renewed session ends a fixed time later if it is not used again.
      lastUsedAt: new Date(idleExpiresAt.getTime() - WALLET_TIMES.sessionIdle).toISOString(),
    });
  }
  return { sites: [...sites.values()] };
}

/** Selects sessions to end: one, or those of a site. */
type Ended = { readonly id: string } | { readonly hostOrigin: string };

/** Ends sessions of the user, except the calling one when a whole site is ended. Returns their number. */
export async function endSessionsAt({ store }: WalletParts, session: Session, which: Ended): Promise<number> {
  const { userId, jkt } = session;
  const isOne = 'id' in which;
  return store.database.transaction(async runner => {
    const rows = await runner.query(
      `update ${store.schema}.sessions set revoked_at = $2
       where user_id = $1 and revoked_at is null
         and ${isOne ? 'id = $3' : 'host_origin = $3 and id <> $4'} returning 1`,
      [userId, new Date(), ...(isOne ? [which.id] : [which.hostOrigin, session.id])],
    );
    if (rows.length > 0) {
      const meta = usedWay(WAYS_IN['session.end']);
      await store.audit.append({ action: 'session.end', subject: userId, actor: jkt, meta }, runner);
    }
    return rows.length;
  });
}
