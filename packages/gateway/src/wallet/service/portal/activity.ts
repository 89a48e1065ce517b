import {
  ACTIVITY_ACTIONS,
  type CallResponse,
  isActivityAction,
  type readActivityCall,
  readVaultActivityCall,
  type readVaultActivityRequest,
} from 'latchkit/protocol';
import * as z from 'zod';
import type { Session } from '../../shared/Session.js';
import { signOrder } from '../../shared/walletOrders.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { emailIndex, findAddress } from '../auth/users.js';
import { secondWalletOf, walletOf } from '../custody/wallets.js';

/** Entries of one page. */
const PAGE = 30;

/** An entry of one of the two logs. */
interface Entry {
  readonly service: 'wallet' | 'vault';
  readonly seq: number;
  readonly at: string;
  readonly action: string;
  readonly actor: string;
  readonly login?: string | undefined;
}

/**
 * Returns a page of the user's entries of both audit logs, the newest first. The logs name users by blind indexes only, which each
 * service computes itself.
 *
 * @param cursor - The lowest number of each log that was shown, `A.B`.
 */
export async function readActivity(
  parts: WalletParts,
  session: Session,
  cursor: string | undefined,
): Promise<CallResponse<typeof readActivityCall>> {
  const [beforeOwn, beforeVaults] = cursor?.split('.').map(Number) ?? [];
  const own = await ownEntries(parts, session, beforeOwn);
  const vaults = await vaultsEntries(parts, session, beforeVaults).catch(() => undefined);
  const all = [...own, ...(vaults ?? [])].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  const shown = all.slice(0, PAGE);
  const lowest = (service: Entry['service'], before: number | undefined) =>
    shown.findLast(entry => entry.service === service)?.seq ?? before ?? Number.MAX_SAFE_INTEGER;
  const hasMore = all.length > PAGE || own.length === PAGE || vaults?.length === PAGE;
  const devices = await devicesOf(parts, session, shown);
  return {
    entries: shown.flatMap(({ service, at, action, actor, login }) => {
      const device = devices.get(actor);
      const more = { ...(login !== undefined && { login }), ...(device && { device }) };
      return isActivityAction(action) ? [{ service, at, action, ...more }] : [];
    }),
    ...(hasMore && { cursor: `${lowest('wallet', beforeOwn)}.${lowest('vault', beforeVaults)}` }),
    isPartial: vaults === undefined,
  };
}

async function ownEntries(
  { store }: WalletParts,
  { userId }: Session,
  before: number | undefined,
): Promise<readonly Entry[]> {
  const wallet = await walletOf(store, store.database, userId);
  const email = await findAddress(store, userId);
  // Wrong codes are logged for the address, because they may be for no user.
  const second = await secondWalletOf(store, store.database, userId);
  const subjects = [userId, wallet?.id, second?.id, email && emailIndex(store, email)];
  const found = await store.audit.read({
    subjects: subjects.filter(subject => subject !== undefined),
    actions: ACTIVITY_ACTIONS,
    before,
    limit: PAGE,
  });
  return found.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString(), service: 'wallet' as const }));
}

async function vaultsEntries(
  parts: WalletParts,
  { userId }: Session,
  before: number | undefined,
): Promise<readonly Entry[]> {
  const { store } = parts;
  const wallet = await walletOf(store, store.database, userId);
  if (wallet === undefined) return [];
  const order = await signOrder(parts, { order: 'activity', walletId: wallet.id });
  const body = { order, limit: PAGE, ...(before !== undefined && { before }) };
  const { entries } = await parts.peer<typeof readVaultActivityRequest>(readVaultActivityCall, { body });
  return entries.map(entry => ({ ...entry, service: 'vault' as const }));
}

const deviceRow = z.object({ jkt: z.string(), browser: z.string(), hostOrigin: z.string() });

async function devicesOf({ store }: WalletParts, { jkt: own }: Session, entries: readonly Entry[]) {
  const rows = await store.database.query(
    `select jkt, browser, host_origin as "hostOrigin" from ${store.schema}.installations
     where jkt in (select jsonb_array_elements_text($1::jsonb))`,
    [JSON.stringify(entries.map(({ actor }) => actor))],
  );
  return new Map(
    rows.map(row => {
      const { jkt, ...device } = deviceRow.parse(row);
      return [jkt, { ...device, isCurrent: jkt === own }] as const;
    }),
  );
}
