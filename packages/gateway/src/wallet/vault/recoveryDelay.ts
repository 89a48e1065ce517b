import { RECOVERY_DELAYS, type RecoveryDelay } from 'latchkit/protocol';
import * as z from 'zod';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../platform/ports/Database.js';
import type { Caller } from '../shared/proveCaller.js';
import type { WalletParts } from '../shared/walletParts.js';
import { usedWay } from '../shared/waysIn/WayIn.js';
import { WAYS_IN } from '../shared/waysIn/waysIn.js';
import { portalCaller } from './protectionReceipts.js';

const HOUR = 3_600_000;

const hours = z.literal(RECOVERY_DELAYS);
const delayRow = z.object({ delay: hours, next: hours.nullable(), at: z.date().nullable() });

/** The recovery delay of a subject: the one in force, and a shorter one that takes effect later. */
export async function delayOf({ schema }: SealedStore, runner: SqlRunner, subjectId: string) {
  const [row] = await runner.query(
    `select recovery_delay as delay, next_delay as next, next_delay_at as at from ${schema}.subjects where id = $1`,
    [subjectId],
  );
  const { delay, next, at } = delayRow.parse(row);
  if (next === null || at === null) return { delay, nextDelay: null };
  if (at.getTime() <= Date.now()) return { delay: next, nextDelay: null };
  return { delay, nextDelay: { delay: next, at: at.toISOString() } };
}

/**
 * Sets the recovery delay. A longer one takes effect at once; a shorter one only after the one in force has passed, or a thief
 * with a session would shorten it first.
 *
 * @throws HttpError 403 `GRANT_INVALID` or `FROZEN`, 404 `WALLET_NOT_FOUND`.
 */
export async function setRecoveryDelay(
  parts: WalletParts,
  caller: Caller,
  { receipt, delay }: { readonly receipt: string; readonly delay: RecoveryDelay },
): Promise<void> {
  const { store } = parts;
  const { subjectId, walletId, jkt } = await portalCaller(parts, caller, receipt, ['protection']);
  await store.database.transaction(async runner => {
    await runner.query(`select 1 from ${store.schema}.subjects where id = $1 for update`, [subjectId]);
    const { delay: present } = await delayOf(store, runner, subjectId);
    const isShorter = delay < present;
    await runner.query(
      `update ${store.schema}.subjects set recovery_delay = $2, next_delay = $3, next_delay_at = $4 where id = $1`,
      [
        ...[subjectId, isShorter ? present : delay, isShorter ? delay : null],
        isShorter ? new Date(Date.now() + present * HOUR) : null,
      ],
    );
    const meta = usedWay(WAYS_IN['delay.set']);
    const entry = { action: `protection.delay-${delay}`, subject: walletId, actor: jkt, meta };
    await store.audit.append(entry, runner);
  });
}

/** When a recovery that starts now may open the wallet; undefined without a delay. */
export async function opensAtFor(
  store: SealedStore,
  runner: SqlRunner,
  subjectId: string,
): Promise<Date | undefined> {
  const { delay } = await delayOf(store, runner, subjectId);
  return delay === 0 ? undefined : new Date(Date.now() + delay * HOUR);
}
