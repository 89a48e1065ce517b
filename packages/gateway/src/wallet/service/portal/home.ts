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
import { noteUse } from '../auth/noteUse.js';
import { readSecond } from '../custody/moveWallet.js';
import { findExportWait } from '../custody/provenance.js';
import { readWalletUser } from '../custody/readWalletUser.js';
import { standingOf } from '../custody/requireSettled.js';
import { walletOf } from '../custody/wallets.js';
import { findEndedDeletion } from './deletion.js';

const row = z.object({
  logins: z.number(),
  frozenUntil: z.date().nullable(),
  deletesAt: z.date().nullable(),
  isOnlyAsked: z.boolean(),
});

/** Returns what the first screen of the portal shows. */
export async function readHome(
  parts: WalletParts,
  session: Session,
): Promise<CallResponse<typeof readHomeCall>> {
  const { store } = parts;
  const { schema, database } = store;
  const { userId } = session;
  await noteUse(store, database, session);
  const user = await readWalletUser(store, session);
  const devices = await installationsOf(store, session);
  const wait = user.wallet && (await findExportWait(store, database, user.wallet.walletId));
  const [found] = await database.query(
    `select
       (select count(*)::int from ${schema}.identities where user_id = u.id) as logins,
       case when u.frozen_until > $2 then u.frozen_until end as "frozenUntil",
       d.due_at as "deletesAt", coalesce(d.standing in ('new', 'none'), false) as "isOnlyAsked"
     from ${schema}.users u left join ${schema}.deletions d on d.user_id = u.id where u.id = $1`,
    [userId, new Date()],
  );
  const { logins, frozenUntil, deletesAt, isOnlyAsked } = row.parse(found);
  const wallet = await walletOf(store, database, userId);
  const own = wallet && (await standingOf(store, database, wallet, session.installationId));
  const ended = await findEndedDeletion(parts, database, session);
  return {
    user,
    logins,
    devices: devices.length,
    newDevices: devices.filter(({ isNew }) => isNew).length,
    frozenUntil: frozenUntil?.toISOString() ?? null,
    exportOpensAt: wait?.opensAt.toISOString() ?? null,
    deletesAt: deletesAt?.toISOString() ?? null,
    isOnlyAsked,
    endedDeletion: ended
      ? { askedAt: ended.askedAt.toISOString(), endedAt: ended.endedAt.toISOString() }
      : null,
    isSettled: own === undefined || own.standing === 'settled',
    settlesAt: own?.settlesAt?.toISOString() ?? null,
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
