import {
  type CallResponse,
  type readHomeCall,
  readSummaryCall,
  type readSummaryRequest,
} from 'latchkit/protocol';
import * as z from 'zod';
import type { Session } from '../../shared/Session.js';
import { signOrder } from '../../shared/walletOrders.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { installationsOf } from '../auth/installations.js';
import { readSecond } from '../custody/moveWallet.js';
import { findExportWait } from '../custody/provenance.js';
import { readWalletUser } from '../custody/readWalletUser.js';

const row = z.object({
  logins: z.number(),
  frozenUntil: z.date().nullable(),
  deletesAt: z.date().nullable(),
});

/** Returns what the first screen of the portal shows. */
export async function readHome(
  parts: WalletParts,
  session: Session,
): Promise<CallResponse<typeof readHomeCall>> {
  const { store } = parts;
  const { schema, database } = store;
  const { userId } = session;
  const user = await readWalletUser(store, session);
  const devices = await installationsOf(store, session);
  const wait = user.wallet && (await findExportWait(store, database, user.wallet.walletId));
  const [found] = await database.query(
    `select
       (select count(*)::int from ${schema}.identities where user_id = u.id) as logins,
       case when u.frozen_until > $2 then u.frozen_until end as "frozenUntil",
       (select due_at from ${schema}.deletions where user_id = u.id) as "deletesAt"
     from ${schema}.users u where u.id = $1`,
    [userId, new Date()],
  );
  const { logins, frozenUntil, deletesAt } = row.parse(found);
  return {
    user,
    logins,
    devices: devices.length,
    newDevices: devices.filter(({ isNew }) => isNew).length,
    frozenUntil: frozenUntil?.toISOString() ?? null,
    exportOpensAt: wait?.opensAt.toISOString() ?? null,
    deletesAt: deletesAt?.toISOString() ?? null,
    second: await readSecond(parts, session),
    protection: user.wallet && (await protectionOf(parts, user.wallet.walletId)),
  };
}

/** Without the vault, the first screen shows the rest. */
async function protectionOf(parts: WalletParts, walletId: string) {
  const order = await signOrder(parts, { order: 'summary', walletId });
  try {
    return (await parts.peer<typeof readSummaryRequest>(readSummaryCall, { body: { order } })).protection;
  } catch {
    return null;
  }
}
