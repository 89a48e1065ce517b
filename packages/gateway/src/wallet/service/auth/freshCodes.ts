import {
  type CallResponse,
  type Locale,
  matchLocale,
  type PortalAction,
  type sendPortalCodeCall,
} from 'latchkit/protocol';
import * as z from 'zod';
import type { Reservation } from '../../../platform/ports/Counters.js';
import { cooldown } from '../../shared/cooldown.js';
import { hostOf } from '../../shared/hostOf.js';
import { mailText } from '../../shared/mail/mailTexts.js';
import { codeHash, isCode, newCode } from '../../shared/newCode.js';
import type { Session } from '../../shared/Session.js';
import { walletError } from '../../shared/walletError.js';
import { WALLET_ALLOWANCES, WALLET_TIMES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { freezeLink } from './freezes.js';
import { type Spender, spenderOf } from './spenderOf.js';
import { limitsOf } from './takeOfUser.js';
import { findAddress, refuseChangedIdentity } from './users.js';

/** The text of the email that names an action. */
const TEXTS = {
  delete: 'actionDelete',
  export: 'actionExport',
  move: 'actionMove',
  protection: 'actionProtection',
  rekey: 'actionRekey',
  revoke: 'actionRevoke',
  switch: 'actionSwitch',
  unfreeze: 'actionUnfreeze',
  waive: 'actionWaive',
} as const satisfies Record<PortalAction, string>;

const WRONG = 'wrong fresh codes';

/**
 * Emails a code for one action of the portal, which replaces the session's code before. A user without an address gets none and
 * has to log in again instead.
 *
 * @throws HttpError 403 `LOCKED` or `RECOVERY_DELAYED`, 429, 503 `MAIL_UNAVAILABLE`.
 */
export async function sendFreshCode(
  parts: WalletParts,
  session: Session,
  { action, locale: asked }: { readonly action: PortalAction; readonly locale?: Locale | undefined },
): Promise<CallResponse<typeof sendPortalCodeCall>> {
  const { store, counters, allowances } = parts;
  const { userId } = session;
  const email = await findAddress(store, userId);
  if (email === undefined) return { way: 'login', isFresh: await isFresh(store, session) };
  const spender = await spenderOf(store, session);
  await refuseLocked(parts, spender);
  await refuseYoungAddress(parts, session, action);
  await cooldown(counters, `fresh code:${spender.key}`);
  for (const allowance of WALLET_ALLOWANCES.freshCodes)
    for (const limit of limitsOf(spender, 'fresh code', allowance)) await allowances.takeForMail(...limit);
  const code = newCode();
  await keepCode(parts, session, action, code);
  const locale = matchLocale(asked ?? session.locale);
  await parts.mails.send({
    kind: 'action',
    to: email,
    locale,
    values: {
      host: hostOf(session.hostOrigin),
      action: mailText(locale, TEXTS[action]),
      minutes: String(WALLET_TIMES.freshCode / 60_000),
    },
    code,
    link: await freezeLink(parts, email, locale),
  });
  return { way: 'code', email, retryAfter: WALLET_TIMES.cooldown / 1_000 };
}

/**
 * Requires the code that was emailed for this action and session within five minutes, and uses it up. Without an address, the
 * user must have logged in within five minutes; a session that another installation vouched for is no login. Call it before the
 * transaction of the action, which would roll back the count of wrong codes.
 *
 * @throws HttpError 403 `OTP_INVALID`, `OTP_EXPIRED`, `LOCKED`, `RECOVERY_DELAYED` or `REAUTH_REQUIRED`.
 */
export async function requireFreshCode(
  parts: WalletParts,
  session: Session,
  action: PortalAction,
  code: string | undefined,
): Promise<void> {
  const { store } = parts;
  if ((await findAddress(store, session.userId)) === undefined) {
    if (!(await isFresh(store, session))) throw walletError('REAUTH_REQUIRED');
    return;
  }
  await refuseYoungAddress(parts, session, action);
  const kept = code === undefined ? undefined : await takeTry(parts, session, action);
  // Whoever has no code to try counts nothing.
  if (kept === undefined || code === undefined) throw walletError('OTP_INVALID');
  const giveBack = await reserveWrong(parts, session);
  if (!isCode(store, session.id, kept.hash, code)) throw walletError('OTP_INVALID');
  await giveBack();
  if (kept.expiresAt.getTime() <= Date.now()) throw walletError('OTP_EXPIRED');
  if (!(await useCode(parts, session, kept.hash))) throw walletError('OTP_INVALID');
}

/**
 * Whether the user has just logged in. A session that another installation vouched for shows no login: whoever uses a browser that holds
 * the wallet can make one at any time.
 */
async function isFresh(
  { database, schema }: WalletParts['store'],
  { txn, createdAt }: Pick<Session, 'txn' | 'createdAt'>,
): Promise<boolean> {
  if (Date.now() - createdAt.getTime() > WALLET_TIMES.freshCode) return false;
  const vouches = await database.query(`select 1 from ${schema}.vouches where id = $1`, [txn]);
  return vouches.length === 0;
}

async function refuseLocked({ allowances }: WalletParts, spender: Spender): Promise<void> {
  for (const limit of limitsOf(spender, WRONG, WALLET_ALLOWANCES.wrongFreshCodes))
    if ((await allowances.load(...limit)) >= 1) throw walletError('LOCKED');
}

/** Counts a wrong code before it is compared. Returns what takes it back. @throws HttpError 403 `LOCKED`. */
async function reserveWrong(
  { store, allowances }: WalletParts,
  session: Session,
): Promise<() => Promise<void>> {
  const reserved: Reservation[] = [];
  const giveBack = async () => {
    for (const one of reserved) await one.giveBack();
  };
  for (const limit of limitsOf(await spenderOf(store, session), WRONG, WALLET_ALLOWANCES.wrongFreshCodes)) {
    const one = await allowances.reserve(...limit);
    if (one === undefined) {
      await giveBack();
      throw walletError('LOCKED');
    }
    reserved.push(one);
  }
  return giveBack;
}

/** An address that was just changed proves nothing yet. Only revoking a device, which protects, accepts it. */
async function refuseYoungAddress(
  { store }: WalletParts,
  { userId }: Session,
  action: PortalAction,
): Promise<void> {
  if (action === 'revoke') return;
  await refuseChangedIdentity(store, store.database, { userId, identityId: null });
}

async function keepCode(
  { store }: WalletParts,
  { id }: Session,
  action: PortalAction,
  code: string,
): Promise<void> {
  await store.database.query(
    `insert into ${store.schema}.portal_codes (session_id, action, code_h, tries, expires_at)
     values ($1, $2, $3, 0, $4)
     on conflict (session_id) do update set action = excluded.action, code_h = excluded.code_h, tries = 0,
       expires_at = excluded.expires_at`,
    [id, action, codeHash(store, id, code), new Date(Date.now() + WALLET_TIMES.freshCode)],
  );
}

const keptCode = z.object({ hash: z.string(), expiresAt: z.date() });

/** Counts an attempt before the code is compared, so that parallel attempts cannot exceed the limit. */
async function takeTry({ store }: WalletParts, { id }: Session, action: PortalAction) {
  const [row] = await store.database.query(
    `update ${store.schema}.portal_codes set tries = tries + 1
     where session_id = $1 and action = $2 and tries < $3 returning code_h as hash, expires_at as "expiresAt"`,
    [id, action, WALLET_ALLOWANCES.triesOfFreshCode],
  );
  return row && keptCode.parse(row);
}

/** Of parallel requests with the correct code, one succeeds. */
async function useCode({ store }: WalletParts, { id }: Session, hash: string): Promise<boolean> {
  const rows = await store.database.query(
    `delete from ${store.schema}.portal_codes where session_id = $1 and code_h = $2 returning 1`,
    [id, hash],
  );
  return rows.length > 0;
}
