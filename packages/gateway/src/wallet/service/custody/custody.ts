import {
  type CallInput,
  type enrolInstallationRequest,
  matchLocale,
  type WalletAddresses,
} from 'latchkit/protocol';
import { verifyServiceToken } from '../../../platform/keyvault/serviceKeys.js';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { grantOf, useGrant } from '../../shared/grants.js';
import { hostOf } from '../../shared/hostOf.js';
import { loginTag } from '../../shared/loginTag.js';
import { mailText } from '../../shared/mail/mailTexts.js';
import { refuseFrozen } from '../../shared/refuseFrozen.js';
import type { Session } from '../../shared/Session.js';
import { inSeconds, recoveryClaims, TOKEN_KINDS } from '../../shared/serviceTokens.js';
import { unsealShare, unsealShares } from '../../shared/unsealShare.js';
import { walletError } from '../../shared/walletError.js';
import { WALLET_ALLOWANCES, WALLET_TIMES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { usedWay, type WayIn } from '../../shared/waysIn/WayIn.js';
import { WAYS_IN } from '../../shared/waysIn/waysIn.js';
import { freezeLink } from '../auth/freezes.js';
import { findInstallation } from '../auth/installations.js';
import { noteUse } from '../auth/noteUse.js';
import { lockSession } from '../auth/sessions.js';
import { takeOfUser } from '../auth/takeOfUser.js';
import { findAddress, identityOf, refuseChangedIdentity } from '../auth/users.js';
import { type KeyProofs, proveKeys } from './proveKeys.js';
import { addProvenance, findProvenance } from './provenance.js';
import { hasRecovered, keepSocialGrant } from './recoveries.js';
import { releaseShare } from './releaseShare.js';
import { requirePasskeyGrant } from './requirePasskeyGrant.js';
import { hasSet, putShare } from './shareSets.js';
import { findVoucher } from './vouches.js';
import { accountOf, activate, addDraft, ownWallet, requireWallet, type Wallet, walletOf } from './wallets.js';

const UNIQUE_VIOLATION = '23505';

/** A new wallet from the wallet page. `halves` is the wire name of the wallet service's two shares. */
export interface DraftBody {
  readonly walletId: string;
  readonly sealedSeed: string;
  readonly halves: string;
  readonly addresses: WalletAddresses;
  readonly proofs: KeyProofs;
}

/**
 * Stores a draft with both of the wallet service's shares.
 *
 * @throws HttpError 409 `WALLET_EXISTS`, 400 `HALF_INVALID` or `PROOF_OF_KEYS_INVALID`, 429.
 */
export async function draftWallet(parts: WalletParts, session: Session, body: DraftBody): Promise<void> {
  const { store, allowances } = parts;
  const { userId, jkt, installationId } = session;
  if (await walletOf(store, store.database, userId)) throw walletError('WALLET_EXISTS');
  if (!(await proveKeys(body.walletId, jkt, body.addresses, body.proofs))) {
    throw walletError('PROOF_OF_KEYS_INVALID');
  }
  await allowances.take('draft', userId, WALLET_ALLOWANCES.draftsOfUser);
  const { device, recovery } = await unsealShares(store.keys, body.halves);
  const place = { walletId: body.walletId, epoch: 1 };
  const way = WAYS_IN['wallet.draft'];
  await store.database.transaction(async runner => {
    if (!(await addDraft(store, runner, way, { ...body, id: body.walletId, userId }))) {
      throw walletError('WALLET_EXISTS');
    }
    await putShare(store, runner, way, place, { kind: 'device', installationId }, device);
    await putShare(store, runner, way, place, { kind: 'recovery' }, recovery);
    await audit(parts, runner, way, session, 'wallet.draft', body.walletId);
  });
}

/**
 * Turns the draft into the user's wallet once the vault's receipt says that it stores its share. A repeated call returns the
 * same response.
 *
 * @throws HttpError 404 `WALLET_NOT_FOUND`, 409 `WALLET_EXISTS`, 403 `GRANT_INVALID`, 401 `INVALID_SESSION`.
 */
export async function commitWallet(parts: WalletParts, session: Session, id: string, receipt: string) {
  const { store } = parts;
  const { version } = await recoveryOf(parts, session, receipt, id, 1);
  const way = WAYS_IN['wallet.commit'];
  const wallet = await store.database
    .transaction(async runner => {
      // A change of the address may have ended it meanwhile: the user has another address now.
      await lockSession(store, runner, session);
      const draft = await ownWallet(store, runner, session.userId, id);
      if (draft === undefined) {
        throw walletError(
          (await walletOf(store, runner, session.userId)) ? 'WALLET_EXISTS' : 'WALLET_NOT_FOUND',
        );
      }
      await requireOwnDraft(parts, runner, session, draft);
      if (draft.state === 'active') return draft;
      if (!(await activate(store, runner, way, draft, version))) throw walletError('WALLET_EXISTS');
      const place = { walletId: id, installationId: session.installationId };
      await addProvenance(store, runner, way, place, {
        origin: 'created',
        countsFrom: null,
        byFactor: false,
      });
      await audit(parts, runner, way, session, 'wallet.commit', id);
      // A login alone may have asked for the deletion when there was nothing to delete.
      await noteUse(store, runner, { userId: session.userId, jkt: session.jkt });
      return { ...draft, recoveryVersion: version };
    })
    .catch(error => {
      // Two replicas committed concurrently: the unique index of the users decides.
      throw (error as { code?: unknown }).code === UNIQUE_VIOLATION
        ? walletError('WALLET_EXISTS', error)
        : error;
    });
  return committed(parts, wallet);
}

/**
 * Hides a draft from other installations of the same user: another login could read the wallet while it is created, with no mail to the
 * owner, or put a share of its own in the vault's place.
 *
 * @throws HttpError 404 `WALLET_NOT_FOUND`.
 */
async function requireOwnDraft(
  { store }: WalletParts,
  runner: SqlRunner,
  { installationId }: Session,
  wallet: Wallet,
) {
  if (wallet.state === 'draft' && !(await hasSet(store, runner, wallet, installationId)))
    throw walletError('WALLET_NOT_FOUND');
}

/**
 * Releases the wallet service's share of the calling installation's own set.
 *
 * @throws HttpError 404 `WALLET_NOT_FOUND` or `SHARE_NOT_FOUND`, 429.
 */
export async function releaseDeviceShare(parts: WalletParts, session: Session, walletId: string | undefined) {
  const { store, allowances } = parts;
  const { installationId } = session;
  await allowances.take('device share', installationId, WALLET_ALLOWANCES.deviceShares);
  return store.database.transaction(async runner => {
    const wallet = await requireWallet(store, runner, session, walletId);
    const released = await releaseShare(parts, runner, WAYS_IN['share.device'], session, wallet, {
      set: { kind: 'device', installationId },
      purpose: 'half.device',
    });
    await noteUse(store, runner, session);
    return released;
  });
}

/**
 * Releases the wallet service's share of the recovery set. Requires the vault's grant for this sign-in, and is refused for 24
 * hours after a change of the address.
 *
 * @throws HttpError 403 `GRANT_INVALID` or `RECOVERY_DELAYED`, 404, 429.
 */
export async function releaseRecoveryShare(
  parts: WalletParts,
  session: Session,
  approvalGrant: string,
  walletId: string | undefined,
) {
  const { store } = parts;
  const identity = await identityOf(store, session);
  const { jti } = await grantOf(parts, { id: session.txn, jkt: session.jkt }, identity, approvalGrant);
  await parts.allowances.take('recovery', session.userId, WALLET_ALLOWANCES.recoveries);
  return store.database.transaction(async runner => {
    const wallet = await requireWallet(store, runner, session, walletId);
    // A login opens the active wallet only.
    if (wallet.state === 'new' || wallet.state === 'old') throw walletError('WALLET_NOT_FOUND');
    await requireOwnDraft(parts, runner, session, wallet);
    if (wallet.state === 'active') await refuseChangedIdentity(store, runner, session);
    const isFirst = await useGrant(store, runner, jti, verbOf(wallet), `${wallet.id}|${wallet.epoch}`);
    if (!isFirst) throw walletError('GRANT_INVALID');
    if (session.identityId !== null) await keepSocialGrant(store, runner, session.txn, jti);
    return releaseShare(parts, runner, WAYS_IN['share.recovery'], session, wallet, {
      set: { kind: 'recovery' },
      purpose: 'half.recovery',
    });
  });
}

/**
 * Adds or replaces the installation's share set. The first one requires that this sign-in opened the recovery set, or that another
 * installation vouched for it.
 *
 * @throws HttpError 401 `INVALID_SESSION`, 403 `GRANT_INVALID`, 404 `WALLET_NOT_FOUND`, 409 `EPOCH_CONFLICT`, 400 `HALF_INVALID`, 429.
 */
export async function enrol(
  parts: WalletParts,
  session: Session,
  { epoch, half, ...proofs }: CallInput<typeof enrolInstallationRequest>['body'],
): Promise<void> {
  const { store } = parts;
  const { userId, installationId } = session;
  // What cannot enrol counts nothing: with a login alone, it would use up what the user's next device needs.
  const present = await walletOf(store, store.database, userId);
  if (present === undefined) throw walletError('WALLET_NOT_FOUND');
  if (present.epoch !== epoch) throw walletError('EPOCH_CONFLICT');
  if (!(await mayEnrol(store, session, present))) throw walletError('GRANT_INVALID');
  await takeOfUser(parts, session, 'enrolment', WALLET_ALLOWANCES.enrolments);
  const share = await unsealShare(store.keys, half);
  const isNew = await store.database.transaction(async runner => {
    await lockSession(store, runner, session);
    await refuseFrozen(store, runner, 'users', userId);
    const wallet = await walletOf(store, runner, userId);
    if (wallet === undefined) throw walletError('WALLET_NOT_FOUND');
    if (wallet.epoch !== epoch) throw walletError('EPOCH_CONFLICT');
    const isFirst = !(await hasSet(store, runner, wallet, installationId));
    const way = isFirst ? await admit(parts, runner, session, wallet, proofs) : WAYS_IN['enrol.renewed'];
    const place = { walletId: wallet.id, epoch };
    await putShare(store, runner, way, place, { kind: 'device', installationId }, share);
    await noteUse(store, runner, session);
    await audit(parts, runner, way, session, 'set.enrol', wallet.id);
    return isFirst;
  });
  if (isNew) await tellOfInstallation(parts, session);
}

/** Whether an installation has a share set, or what {@link admit} asks of every first one. */
async function mayEnrol(
  store: WalletParts['store'],
  { txn, installationId }: Session,
  wallet: Wallet,
): Promise<boolean> {
  const { database } = store;
  return (
    (await hasSet(store, database, wallet, installationId)) ||
    (await findVoucher(store, database, txn, wallet)) !== undefined ||
    hasRecovered(store, database, txn, wallet)
  );
}

/** What shows that an installation has opened the wallet. */
type Opened = Pick<CallInput<typeof enrolInstallationRequest>['body'], 'passkeyGrant' | 'proofs'>;

/**
 * Admits an installation without a share set, and records where it comes from. A login gets the wallet service's share of every wallet, but
 * opens none that a factor guards: without a proof that it did, it could wait for 24 hours with a share of nothing, and then destroy it.
 * Returns its way in.
 *
 * @throws HttpError 403 `GRANT_INVALID` unless its sign-in opened the recovery set, or an installation with a share set vouched for it,
 *   `PASSKEY_REQUIRED`; 400 `PROOF_OF_KEYS_INVALID`.
 */
async function admit(
  parts: WalletParts,
  runner: SqlRunner,
  session: Session,
  wallet: Wallet,
  { passkeyGrant: grant, proofs }: Opened,
) {
  const { store } = parts;
  const { txn, installationId, jkt } = session;
  const place = { walletId: wallet.id, installationId };
  const voucherId = await findVoucher(store, runner, txn, wallet);
  const voucher = voucherId && (await findProvenance(store, runner, wallet.id, voucherId));
  if (voucher) {
    const way = WAYS_IN['enrol.vouched'];
    // With its root, whose limits it shares.
    await addProvenance(store, runner, way, place, { ...voucher, origin: 'vouched' });
    return way;
  }
  if (!(await hasRecovered(store, runner, txn, wallet))) throw walletError('GRANT_INVALID');
  const way = WAYS_IN['enrol.first'];
  const { id: walletId, recoveryMode: mode } = wallet;
  if (mode === 'passkey' || grant !== undefined) {
    await requirePasskeyGrant(parts, runner, session, { walletId, verb: 'enrol', grant });
    await addProvenance(store, runner, way, place, { origin: 'passkey', countsFrom: null, byFactor: true });
    return way;
  }
  const byFactor = mode === 'password';
  if (byFactor && !(proofs && (await proveKeys(walletId, jkt, wallet, proofs))))
    throw walletError('PROOF_OF_KEYS_INVALID');
  await addProvenance(store, runner, way, place, { origin: 'recovered', countsFrom: new Date(), byFactor });
  return way;
}

/** Reading back a draft must not use up the grant: a user who loses a race of drafts recovers the winning wallet with it. */
const verbOf = ({ state }: Wallet) => (state === 'draft' ? 'read back' : 'recovery-half');

/** Verifies the vault's receipt that it stores its share of this wallet and epoch for this installation. */
export async function recoveryOf(
  { peerKey, vaultUrl, frameUrl }: WalletParts,
  { jkt }: Session,
  receipt: string,
  walletId: string,
  epoch: number,
) {
  const expected = { typ: TOKEN_KINDS.recoveryReceipt, issuer: vaultUrl, audience: frameUrl };
  const claims = await verifyServiceToken(peerKey, receipt, expected, recoveryClaims);
  if (claims?.walletId !== walletId || claims.epoch !== epoch || claims.jkt !== jkt) {
    throw walletError('GRANT_INVALID');
  }
  return claims;
}

/** Returns the wallet with a receipt that lets the vault delete outdated shares. */
export async function committed({ store, frameUrl, vaultUrl }: WalletParts, wallet: Wallet) {
  const now = inSeconds(Date.now());
  const commitReceipt = await store.keys.sign(TOKEN_KINDS.commitReceipt, {
    iss: frameUrl,
    aud: vaultUrl,
    walletId: wallet.id,
    epoch: wallet.epoch,
    version: wallet.recoveryVersion,
    iat: now,
    exp: now + inSeconds(WALLET_TIMES.commitReceipt),
  });
  return { wallet: accountOf(wallet), commitReceipt };
}

async function tellOfInstallation(parts: WalletParts, session: Session): Promise<void> {
  const { store, mails } = parts;
  const to = await findAddress(store, session.userId);
  // A user of social sign-ins has no verified address.
  if (to === undefined) return;
  const installation = await findInstallation(store, store.database, session.jkt);
  const locale = matchLocale(session.locale);
  const browser = installation?.browser || mailText(locale, 'unknownBrowser');
  await mails.inform({
    kind: 'installation',
    to,
    locale,
    values: { host: hostOf(session.hostOrigin), browser },
    link: await freezeLink(parts, to, locale),
  });
}

function audit(
  { store }: WalletParts,
  runner: SqlRunner,
  way: WayIn,
  { jkt, txn }: Session,
  action: string,
  subject: string,
) {
  const meta = { ...usedWay(way), ...loginTag(txn, jkt) };
  return store.audit.append({ action, subject, actor: jkt, meta }, runner);
}
