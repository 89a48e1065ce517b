import type { Locale, LoginProvider } from 'latchkit/protocol';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../platform/ports/Database.js';
import { type AddressChange, changeOf, keepChange, markChange } from '../shared/addressChanges.js';
import { type ChangeClaims, requireSame } from '../shared/changeTokens.js';
import { EMAIL_PROVIDER } from '../shared/emailIdentity.js';
import type { Identity } from '../shared/identity.js';
import type { Caller } from '../shared/proveCaller.js';
import { refuseFrozen } from '../shared/refuseFrozen.js';
import { walletError } from '../shared/walletError.js';
import type { WalletParts } from '../shared/walletParts.js';
import { followLogins } from './emailChange.js';
import { proveSignIn } from './proveSignIn.js';
import { refuseChangedIdentity, subjectEmail, subjectOf, subjectOfWallet } from './subjects.js';

/** A login that is added or removed with the agreement of the holder of a current one. */
export interface Agreement {
  readonly kind: 'link' | 'removal';
  /** Of the wallet service's receipt. */
  readonly claims: ChangeClaims;
  /** The login whose holder agrees. */
  readonly current: Identity;
  /** Its address. Null: a social login. */
  readonly from: string | null;
  readonly to: string;
  readonly provider?: LoginProvider | undefined;
  readonly locale: Locale;
}

/**
 * Stores the change of a wallet's logins, unless it is stored already. The holder of an address still has to agree with a code; the
 * proofs of a social login are enough.
 *
 * @param check - Refuses the change for a reason of its own.
 * @throws HttpError 403 `ACCOUNT_MISMATCH`, `FROZEN`, `RECOVERY_DELAYED` or `GRANT_INVALID`, 404 `WALLET_NOT_FOUND`.
 */
export async function keepAgreement(
  { store }: WalletParts,
  caller: Caller,
  { kind, claims, current, from, to, provider, locale }: Agreement,
  check: (runner: SqlRunner, ownerId: string) => Promise<void>,
): Promise<AddressChange> {
  const { txn } = claims;
  return store.database.transaction(async runner => {
    const ownerId = await ownerOfLogin(store, runner, claims, current);
    await refuseFrozen(store, runner, 'subjects', ownerId);
    await refuseChangedIdentity(store, runner, current);
    await check(runner, ownerId);
    await keepChange(store, runner, { txn, ownerId, kind, jkt: caller.jkt, from, to, provider, locale });
    const kept = await changeOf(store, runner, caller, txn);
    // A wallet service that signs two receipts for one change must not use one agreement for another wallet or login.
    requireSame(claims, kept);
    if (kept.kind !== kind || kept.ownerId !== ownerId) throw walletError('GRANT_INVALID');
    if (from === null && kept.state === 'asked') await markChange(store, runner, kept, 'proved');
    return kept;
  });
}

/** Refuses the proofs of a social login for a wallet with an address, whose holder has to agree. @throws HttpError 403 `GRANT_INVALID`. */
export async function requireHolder(
  store: SealedStore,
  runner: SqlRunner,
  from: string | null,
  ownerId: string,
): Promise<void> {
  if (from === null && (await subjectEmail(store, runner, ownerId)) !== undefined)
    throw walletError('GRANT_INVALID');
}

/** The social login that the proofs of a request are of. @throws HttpError 403 `GRANT_INVALID`. */
export async function socialLogin(
  parts: WalletParts,
  caller: Caller,
  {
    approvalGrant,
    authReceipt,
  }: { readonly approvalGrant?: string | undefined; readonly authReceipt?: string | undefined },
): Promise<Identity> {
  if (approvalGrant === undefined || authReceipt === undefined) throw walletError('GRANT_INVALID');
  const { identity } = await proveSignIn(parts, caller, { approvalGrant, authReceipt });
  if (identity.provider === EMAIL_PROVIDER) throw walletError('GRANT_INVALID');
  return identity;
}

/** The subject of the wallet in a receipt, which has to have this login. @throws HttpError 404 `WALLET_NOT_FOUND`, 403 `ACCOUNT_MISMATCH`. */
async function ownerOfLogin(
  store: SealedStore,
  runner: SqlRunner,
  claims: ChangeClaims,
  identity: Identity,
): Promise<string> {
  const { walletId = null } = claims;
  const ownerId = walletId === null ? undefined : await subjectOfWallet(store, runner, walletId);
  if (ownerId === undefined) throw walletError('WALLET_NOT_FOUND');
  await followLogins(store, runner, ownerId, claims);
  if ((await subjectOf(store, runner, identity)) !== ownerId) throw walletError('ACCOUNT_MISMATCH');
  return ownerId;
}
