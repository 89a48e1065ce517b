import type { Database } from '../../platform/ports/Database.js';
import { CHAIN_IDS } from './defaultUpstreams.js';

/**
 * The networks that sign-ins or payments of the last 30 days used, and that no node serves any more: the operator has named none, and
 * public nodes are off.
 */
export async function usedWithoutNode(
  database: Database,
  chains: ReadonlyMap<string, unknown>,
): Promise<readonly string[]> {
  const missing = CHAIN_IDS.filter(id => !chains.has(id));
  if (missing.length === 0) return [];
  const rows = await database.query(
    // A session ends after it began, and only its end is in an index.
    `select chain_id from siwx_sessions
     where expires_at > now() - interval '30 days' and issued_at > now() - interval '30 days'
     union
     select chain_id from payments where created_at > now() - interval '30 days'`,
  );
  const used = new Set(rows.map(({ chain_id: id }) => String(id)));
  return missing.filter(id => used.has(id));
}
