import {
  type CallInput,
  matchLocale,
  type sendToApprovalAddressRequest,
  type verifyApprovalAddressRequest,
} from 'latchkit/protocol';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../platform/ports/Database.js';
import {
  type AddressChange,
  changeOf,
  keepChange,
  proveChange,
  putChangeCode,
  refuseLockedAddress,
} from '../shared/addressChanges.js';
import { EMAIL_PROVIDER, normalEmail } from '../shared/emailIdentity.js';
import { hostOf } from '../shared/hostOf.js';
import { takeStrangersMail } from '../shared/mailBudgets.js';
import { newCode } from '../shared/newCode.js';
import type { Caller } from '../shared/proveCaller.js';
import { refuseFrozen } from '../shared/refuseFrozen.js';
import { requireConsent } from '../shared/requireConsent.js';
import { requireStanding } from '../shared/requireStanding.js';
import { walletError } from '../shared/walletError.js';
import { WALLET_TIMES } from '../shared/walletLimits.js';
import type { WalletParts } from '../shared/walletParts.js';
import { usedWay, type WayIn } from '../shared/waysIn/WayIn.js';
import { WAYS_IN } from '../shared/waysIn/waysIn.js';
import { proveSignIn } from './proveSignIn.js';
import { approvalAddressOf, approvalPlace, subjectOf, subjectOfWallet } from './subjects.js';

/**
 * Sends a code to the address that will approve new installations of the caller's wallet, which the user had at the sign-in. An
 * address is set once: changing it would need the consent of its holder.
 *
 * @throws HttpError 403 `GRANT_INVALID`, `CONSENT_INVALID`, `EMAIL_TAKEN`, `SETTLED_DEVICE_REQUIRED`, `FROZEN` or `SIGN_IN_INVALID`, 404
 *   `WALLET_NOT_FOUND`, 429, 503 `MAIL_UNAVAILABLE`.
 */
export async function sendToApprovalAddress(
  parts: WalletParts,
  caller: Caller,
  asked: CallInput<typeof sendToApprovalAddressRequest>['body'],
): Promise<{ retryAfter: number }> {
  const { store, mails } = parts;
  const to = normalEmail(asked.email);
  const { identity, approval, walletId, standing } = await proveSignIn(parts, caller, asked);
  const { txn } = approval;
  await requireConsent(caller, asked.consent, { txn, from: null, to });
  if (identity.provider === EMAIL_PROVIDER) throw walletError('EMAIL_TAKEN');
  // What the installation had when there was no wallet says nothing about one that was created since.
  if (walletId === undefined) throw walletError('WALLET_NOT_FOUND');
  requireStanding('changeEmail', standing);
  const index = store.secret.index('email', to);
  await refuseLockedAddress(parts, index);
  await takeStrangersMail(parts, caller, index);
  const locale = matchLocale(asked.locale);
  await store.database.transaction(async runner => {
    const ownerId = await subjectOf(store, runner, identity);
    const isOfWallet = (await subjectOfWallet(store, runner, walletId)) === ownerId;
    if (ownerId === undefined || !isOfWallet) throw walletError('WALLET_NOT_FOUND');
    await refuseFrozen(store, runner, 'subjects', ownerId);
    const known = await approvalAddressOf(store, runner, ownerId);
    if (known !== undefined) throw walletError('EMAIL_TAKEN');
    await keepChange(store, runner, {
      ...{ txn, ownerId, kind: 'approvals', jkt: caller.jkt, from: null, to, locale },
    });
    // A second address for one sign-in must not be set with the code that was sent to the first.
    if ((await changeOf(store, runner, caller, txn)).to !== to) throw walletError('SIGN_IN_INVALID');
  });
  const code = newCode();
  if (!(await putChangeCode(store, { txn }, code))) throw walletError('SIGN_IN_INVALID');
  const minutes = String(WALLET_TIMES.code / 60_000);
  const values = { host: hostOf(caller.hostOrigin), minutes };
  await mails.send({ kind: 'approvals', to, locale, values, code });
  return { retryAfter: WALLET_TIMES.cooldown / 1_000 };
}

/**
 * Verifies the code and sets the address. A repeated call changes nothing.
 *
 * @throws HttpError 403 `OTP_INVALID`, `OTP_EXPIRED`, `LOCKED`, `EMAIL_TAKEN`, `FROZEN` or `SIGN_IN_INVALID`.
 */
export async function verifyApprovalAddress(
  parts: WalletParts,
  caller: Caller,
  asked: CallInput<typeof verifyApprovalAddressRequest>['body'],
): Promise<Record<string, never>> {
  const { store } = parts;
  const change = await proveChange(parts, caller, asked, 'to');
  const { ownerId, kind } = change;
  if (ownerId === null || kind !== 'approvals') throw walletError('SIGN_IN_INVALID');
  await store.database.transaction(async runner => {
    await refuseFrozen(store, runner, 'subjects', ownerId);
    const way = WAYS_IN['approval-address.set'];
    if (!(await addAddress(store, runner, way, ownerId, change))) throw walletError('EMAIL_TAKEN');
    const meta = usedWay(way);
    const entry = { action: 'approval-address.set', subject: ownerId, actor: caller.jkt, meta };
    await store.audit.append(entry, runner);
  });
  return {};
}

/** Returns false if the subject has another address. */
async function addAddress(
  { schema, envelope }: SealedStore,
  runner: SqlRunner,
  _way: WayIn,
  ownerId: string,
  { to, toIndex }: Pick<AddressChange, 'to' | 'toIndex'>,
): Promise<boolean> {
  const { ciphertext, dekId } = await envelope.seal(runner, approvalPlace(ownerId), Buffer.from(to, 'utf8'));
  const rows = await runner.query(
    `insert into ${schema}.approval_addresses as known (subject_id, email_bidx, email_ct, dek_id, created_at)
     values ($1, $2, $3, $4, $5)
     on conflict (subject_id) do update set email_bidx = known.email_bidx where known.email_bidx = $2
     returning 1`,
    [ownerId, toIndex, ciphertext, dekId, new Date()],
  );
  return rows.length > 0;
}
