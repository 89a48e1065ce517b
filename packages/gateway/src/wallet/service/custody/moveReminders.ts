import * as z from 'zod';
import { WALLET_TIMES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { tellEveryAddress } from '../auth/tellEveryAddress.js';
import { endOf } from './moveWallet.js';

const dueRow = z.object({
  userId: z.string(),
  walletId: z.string(),
  locale: z.string(),
  retiredAt: z.date(),
});

/** Reminds the users who moved that their old wallet will be deleted, each once in all replicas. */
export async function sendMoveReminders(parts: WalletParts): Promise<void> {
  const { database, schema } = parts.store;
  const rows = await database.query(
    `update ${schema}.wallets w set reminder_locale = null
     from ${schema}.wallets before, ${schema}.wallets active
     where before.id = w.id and active.user_id = w.user_id and active.state = 'active'
       and w.state = 'old' and w.retired_at <= $1 and w.reminder_locale is not null
     returning w.user_id as "userId", active.id as "walletId", before.reminder_locale as locale,
       w.retired_at as "retiredAt"`,
    [new Date(Date.now() - WALLET_TIMES.oldWallet + WALLET_TIMES.oldWalletReminder)],
  );
  for (const { retiredAt, ...due } of rows.map(row => dueRow.parse(row)))
    await tellEveryAddress(parts, { kind: 'oldWallet', ...due, at: endOf(retiredAt) });
}
