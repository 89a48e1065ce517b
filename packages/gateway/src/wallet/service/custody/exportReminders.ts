import { matchLocale } from 'latchkit/protocol';
import * as z from 'zod';
import { hostOf } from '../../shared/hostOf.js';
import type { Session } from '../../shared/Session.js';
import { walletError } from '../../shared/walletError.js';
import { WALLET_TIMES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { freezeLink } from '../auth/freezes.js';
import { findAddress } from '../auth/users.js';
import { walletOf } from './wallets.js';

/**
 * Remembers that the user wants an email when the export is possible. A repeated request changes nothing.
 *
 * @throws HttpError 404 `WALLET_NOT_FOUND`.
 */
export async function remindOfExport({ store }: WalletParts, { userId, locale }: Session): Promise<void> {
  if (!(await walletOf(store, store.database, userId))) throw walletError('WALLET_NOT_FOUND');
  await store.database.query(
    `insert into ${store.schema}.export_reminders (user_id, locale, created_at) values ($1, $2, $3)
     on conflict (user_id) do nothing`,
    [userId, locale, new Date()],
  );
}

/** Whether the user gets an email when the export is possible. */
export async function hasExportReminder({ store }: WalletParts, userId: string): Promise<boolean> {
  const rows = await store.database.query(
    `select 1 from ${store.schema}.export_reminders where user_id = $1`,
    [userId],
  );
  return rows.length > 0;
}

const dueRow = z.object({ userId: z.string(), locale: z.string() });

/** Emails the users who asked for it and whose export waits no longer, each once in all replicas. */
export async function sendExportReminders(parts: WalletParts): Promise<void> {
  const { store, mails, frameUrl } = parts;
  const { schema } = store;
  const rows = await store.database.query(
    `delete from ${schema}.export_reminders r where not exists (
       select 1 from ${schema}.wallets w join ${schema}.wallet_installations p on p.wallet_id = w.id
       where w.user_id = r.user_id and w.state = 'active' and p.counts_from > $1)
     returning user_id as "userId", locale`,
    [new Date(Date.now() - WALLET_TIMES.exportWait)],
  );
  for (const { userId, locale: asked } of rows.map(row => dueRow.parse(row))) {
    const to = await findAddress(store, userId);
    if (to === undefined) continue;
    const locale = matchLocale(asked);
    await mails.inform({
      ...{ kind: 'exportOpen', to, locale, values: { host: hostOf(frameUrl) } },
      link: await freezeLink(parts, to, locale),
    });
  }
}
