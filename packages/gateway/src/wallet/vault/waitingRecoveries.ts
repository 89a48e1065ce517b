import { type CallInput, type endRecoveryRequest, matchLocale } from 'latchkit/protocol';
import * as z from 'zod';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../platform/ports/Database.js';
import { uuidv7 } from '../../platform/uuidv7.js';
import { EMAIL_PROVIDER } from '../shared/emailIdentity.js';
import { hostOf } from '../shared/hostOf.js';
import type { Identity } from '../shared/identity.js';
import { mailText } from '../shared/mail/mailTexts.js';
import type { Caller } from '../shared/proveCaller.js';
import { refuseFrozen } from '../shared/refuseFrozen.js';
import { requireShare } from '../shared/requireStanding.js';
import { recoveryDelayed, walletError } from '../shared/walletError.js';
import { WALLET_TIMES } from '../shared/walletLimits.js';
import type { WalletParts } from '../shared/walletParts.js';
import { usedWay } from '../shared/waysIn/WayIn.js';
import { WAYS_IN } from '../shared/waysIn/waysIn.js';
import { subjectOfLogin } from './emailChange.js';
import { addFreezeLink } from './freezeLinks.js';
import { loginsOf } from './logins.js';
import { requirePasskey } from './passkeys.js';
import { portalCaller, portalUse } from './protectionReceipts.js';
import { opensAtFor } from './recoveryDelay.js';
import { modeOf } from './recoveryVersions.js';
import { approvalAddressOf } from './subjects.js';

/** An approved installation that wants to open a wallet. */
export interface RecoveringInstallation {
  readonly jkt: string;
  readonly browser: string;
  readonly hostOrigin: string;
  /** Language of the emails. */
  readonly locale: string;
}

const waitRow = z.object({ opensAt: z.date(), isNew: z.boolean() });

/**
 * Returns when an approved installation may open its user's wallet: undefined at once. The first call for an installation starts
 * the delay and tells every address of the user.
 *
 * @param begins - Whether this call may start the delay.
 */
export async function openingOf(
  parts: WalletParts,
  identity: Identity,
  installation: RecoveringInstallation,
  begins = true,
): Promise<Date | undefined> {
  const { store } = parts;
  const subjectId = await subjectOfLogin(store, store.database, identity);
  if (subjectId === undefined) return undefined;
  const waiting = await store.database.transaction(async runner => {
    const found = await findWait(store, runner, subjectId, installation.jkt);
    if (found !== undefined) return { opensAt: found, isNew: false };
    const opensAt = begins ? await opensAtFor(store, runner, subjectId) : undefined;
    return opensAt && startWait(store, runner, subjectId, installation, opensAt);
  });
  if (waiting?.isNew === true) await tellOfWait(parts, subjectId, installation, waiting.opensAt);
  return waiting?.opensAt;
}

/**
 * Refuses an installation whose delay runs.
 *
 * @throws HttpError 403 `RECOVERY_DELAYED`.
 */
export async function refuseWaiting(
  parts: WalletParts,
  identity: Identity,
  installation: RecoveringInstallation,
): Promise<void> {
  const opensAt = await openingOf(parts, identity, installation);
  if (opensAt !== undefined && opensAt.getTime() > Date.now()) throw recoveryDelayed(opensAt);
}

/**
 * Refuses an installation that waits while the wallet of this login is frozen.
 *
 * @throws HttpError 403 `FROZEN`.
 */
export async function refuseFrozenWait({ store }: WalletParts, identity: Identity): Promise<void> {
  const subjectId = await subjectOfLogin(store, store.database, identity);
  if (subjectId !== undefined) await refuseFrozen(store, store.database, 'subjects', subjectId);
}

/** Whether this installation was approved for the user's wallet before and has waited since, or still does. */
export async function hasWaited(
  { store }: WalletParts,
  identity: Identity,
  { jkt }: Pick<Caller, 'jkt'>,
): Promise<boolean> {
  const subjectId = await subjectOfLogin(store, store.database, identity);
  if (subjectId === undefined) return false;
  return (await findWait(store, store.database, subjectId, jkt)) !== undefined;
}

/** Ends the right of an installation that has opened the wallet to open it again without a new link, with time for a lost response. */
export async function endWait(
  { schema }: SealedStore,
  runner: SqlRunner,
  subjectId: string,
  jkt: string,
): Promise<void> {
  await runner.query(
    `update ${schema}.waiting_recoveries set expires_at = least(expires_at, $3) where subject_id = $1 and jkt = $2`,
    [subjectId, jkt, new Date(Date.now() + WALLET_TIMES.signIn)],
  );
}

async function findWait(
  { schema }: SealedStore,
  runner: SqlRunner,
  subjectId: string,
  jkt: string,
): Promise<Date | undefined> {
  const [row] = await runner.query(
    `select opens_at as "opensAt" from ${schema}.waiting_recoveries
     where subject_id = $1 and jkt = $2 and state <> 'cancelled' and expires_at > $3`,
    [subjectId, jkt, new Date()],
  );
  return row && waitRow.pick({ opensAt: true }).parse(row).opensAt;
}

async function startWait(
  { schema, audit }: SealedStore,
  runner: SqlRunner,
  subjectId: string,
  { jkt, browser, hostOrigin }: RecoveringInstallation,
  opensAt: Date,
) {
  const expiresAt = new Date(opensAt.getTime() + WALLET_TIMES.waitedRecovery);
  await runner.query(`delete from ${schema}.waiting_recoveries where expires_at <= $1`, [new Date()]);
  const [row] = await runner.query(
    `insert into ${schema}.waiting_recoveries as known
       (id, subject_id, jkt, browser, host_origin, state, created_at, opens_at, expires_at)
     values ($1, $2, $3, $4, $5, 'waiting', $6, $7, $8)
     on conflict (subject_id, jkt) where state <> 'cancelled' do update set jkt = excluded.jkt
     returning opens_at as "opensAt", xmax = 0 as "isNew"`,
    [uuidv7(), subjectId, jkt, browser, hostOrigin, new Date(), opensAt, expiresAt],
  );
  // The installation asks for the approval until it opens the wallet, or learns that the user has cancelled that.
  await runner.query(
    `update ${schema}.approvals set expires_at = greatest(expires_at, $2) where jkt = $1 and state = 'approved'`,
    [jkt, expiresAt],
  );
  await audit.append({ action: 'recovery.wait', subject: subjectId, actor: jkt }, runner);
  return waitRow.parse(row);
}

/** Every address that the vault knows: those of the logins and that for approvals. */
async function tellOfWait(
  parts: WalletParts,
  subjectId: string,
  { browser, hostOrigin, locale: asked }: RecoveringInstallation,
  opensAt: Date,
): Promise<void> {
  const { store, mails } = parts;
  const logins = await loginsOf(store, store.database, subjectId);
  const approvals = await approvalAddressOf(store, store.database, subjectId);
  const addresses = logins
    .filter(({ provider }) => provider === EMAIL_PROVIDER)
    .map(({ subject }) => subject);
  const locale = matchLocale(asked);
  for (const to of new Set([...addresses, ...(approvals === undefined ? [] : [approvals])])) {
    await mails.inform({
      kind: 'waiting',
      to,
      locale,
      values: {
        host: hostOf(hostOrigin),
        browser: browser || mailText(locale, 'unknownBrowser'),
        time: new Intl.DateTimeFormat(locale, {
          dateStyle: 'full',
          timeStyle: 'short',
          timeZone: 'UTC',
        }).format(opensAt),
      },
      link: await addFreezeLink(parts, { email: to, locale, subjectId }),
    });
  }
}

const listRow = z.object({
  id: z.string(),
  browser: z.string(),
  hostOrigin: z.string(),
  startedAt: z.date(),
  opensAt: z.date(),
});

/** Lists the recoveries of a subject that wait, the next to open first. */
export async function waitingRecoveries({ database, schema }: SealedStore, subjectId: string) {
  const rows = await database.query(
    `select id, browser, host_origin as "hostOrigin", created_at as "startedAt", opens_at as "opensAt"
     from ${schema}.waiting_recoveries where subject_id = $1 and state = 'waiting' and opens_at > $2
     order by opens_at`,
    [subjectId, new Date()],
  );
  return rows.map(row => {
    const { hostOrigin, startedAt, opensAt, ...found } = listRow.parse(row);
    return {
      ...found,
      host: hostOf(hostOrigin),
      startedAt: startedAt.toISOString(),
      opensAt: opensAt.toISOString(),
    };
  });
}

/**
 * Cancels a recovery that waits, for which a session is enough, or lets it open at once. That needs a fresh code, and a passkey
 * if the wallet has one, else an installation with a share set: the one that waits has a login, too.
 *
 * @throws HttpError 403 `GRANT_INVALID`, `FROZEN`, `SETTLED_DEVICE_REQUIRED`, `PASSKEY_REQUIRED` or `PASSKEY_INVALID`, 404 `APPROVAL_INVALID`.
 */
export async function endRecovery(
  parts: WalletParts,
  caller: Caller,
  id: string,
  { receipt, decision, assertion }: CallInput<typeof endRecoveryRequest>['body'],
): Promise<void> {
  const { store } = parts;
  const isWaived = decision === 'waive';
  const portal = await portalCaller(parts, caller, receipt, isWaived ? ['waive'] : ['read', 'waive']);
  const { subjectId, walletId, jkt } = portal;
  if (isWaived) {
    if ((await modeOf(store, store.database, walletId)) !== 'passkey') requireShare(portal.standing);
    else await requirePasskey(parts, portalUse(portal), assertion);
  }
  await store.database.transaction(async runner => {
    const [row] = await runner.query(
      `update ${store.schema}.waiting_recoveries
       set state = $3, opens_at = case when $3 = 'waived' then $4 else opens_at end
       where id = $1 and subject_id = $2 and state = 'waiting' returning jkt`,
      [id, subjectId, isWaived ? 'waived' : 'cancelled', new Date()],
    );
    if (row === undefined) throw walletError('APPROVAL_INVALID');
    if (!isWaived) {
      await runner.query(
        `update ${store.schema}.approvals set state = 'denied' where jkt = $1 and state = 'approved'`,
        [z.object({ jkt: z.string() }).parse(row).jkt],
      );
    }
    const meta = usedWay(isWaived ? WAYS_IN['recovery.waive'] : WAYS_IN['recovery.cancel']);
    const entry = { action: `recovery.${decision}`, subject: walletId, actor: jkt, meta };
    await store.audit.append(entry, runner);
  });
}
