import {
  type CallInput,
  type CallResponse,
  type commitRecoveryCall,
  type commitRecoveryRequest,
  recoveryMode,
  type signProtectionReceiptRequest,
  type storeRecoveryShareCall,
  type storeRecoveryShareRequest,
} from 'latchkit/protocol';
import * as z from 'zod';
import { sealToInstallation } from '../../../platform/keyvault/serviceKeys.js';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { uuidv7 } from '../../../platform/uuidv7.js';
import { refuseFrozen } from '../../shared/refuseFrozen.js';
import { isDestroying, requireShare, type Standing } from '../../shared/requireStanding.js';
import type { Session } from '../../shared/Session.js';
import { inSeconds, TOKEN_KINDS } from '../../shared/serviceTokens.js';
import { unsealShare } from '../../shared/unsealShare.js';
import { walletError } from '../../shared/walletError.js';
import { WALLET_TIMES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { usedWay } from '../../shared/waysIn/WayIn.js';
import { WAYS_IN } from '../../shared/waysIn/waysIn.js';
import { requireFreshCode } from '../auth/freshCodes.js';
import { findInstallation } from '../auth/installations.js';
import { committed, recoveryOf } from './custody.js';
import { requireMovable } from './moveWallet.js';
import { requireReceipt } from './requireReceipt.js';
import { requireSettled, standingOf } from './requireSettled.js';
import { putShare } from './shareSets.js';
import { accountOf, sealedSeedOf, type Wallet, walletOf } from './wallets.js';

/**
 * Signs for the vault that a session of the portal asks, and that its user entered a fresh code for the action.
 *
 * @throws HttpError 404 `WALLET_NOT_FOUND`, and those of `requireSettled` and `requireFreshCode` unless the action only reads.
 */
export async function signProtectionReceipt(
  parts: WalletParts,
  session: Session,
  { action, code, passkeyGrant: grant }: CallInput<typeof signProtectionReceiptRequest>['body'],
): Promise<{ receipt: string }> {
  const { store, frameUrl, vaultUrl } = parts;
  const wallet = await ownWalletOf(parts, store.database, session);
  const installation = await findInstallation(store, store.database, session.jkt);
  if (installation === undefined) throw walletError('WALLET_NOT_FOUND');
  let standing: Standing = 'none';
  if (action !== 'read') {
    await refuseFrozen(store, store.database, 'users', session.userId);
    // The vault stores a share of a second wallet for the receipt.
    if (action === 'move') await requireMovable(parts, store.database, session);
    if (isDestroying(action))
      standing = await requireSettled(parts, store.database, session, { action, wallet, grant });
    if (action === 'waive') {
      ({ standing } = await standingOf(store, store.database, wallet, session.installationId));
      // In passkey mode, the vault requires a passkey.
      if (wallet.recoveryMode !== 'passkey') requireShare(standing);
    }
    await requireFreshCode(parts, session, action, code);
    const meta = { ...usedWay(WAYS_IN['protection.receipt']), for: action };
    const entry = { action: 'protection.receipt', subject: wallet.id, actor: session.jkt, meta };
    await store.audit.append(entry);
  }
  const now = inSeconds(Date.now());
  const receipt = await store.keys.sign(TOKEN_KINDS.protectionReceipt, {
    iss: frameUrl,
    aud: vaultUrl,
    jti: uuidv7(),
    jkt: session.jkt,
    encJwk: installation.encJwk,
    walletId: wallet.id,
    ...{ epoch: wallet.epoch, version: wallet.recoveryVersion },
    action,
    standing,
    iat: now,
    exp: now + inSeconds(WALLET_TIMES.protectionReceipt),
  });
  return { receipt };
}

const nextRow = z.object({
  epoch: z.number(),
  version: z.number(),
  mode: recoveryMode,
  halfCt: z.instanceof(Uint8Array),
  dekId: z.string(),
});

/**
 * Stores the wallet service's share of a new version of the recovery set alongside the current one, and returns what it stored.
 *
 * @throws HttpError 403 `FROZEN` or `GRANT_INVALID`, 400 `HALF_INVALID`, 404, 409 `EPOCH_CONFLICT`.
 */
export async function storeRecoveryShare(
  parts: WalletParts,
  session: Session,
  { half, recoveryReceipt, receipt }: CallInput<typeof storeRecoveryShareRequest>['body'],
): Promise<CallResponse<typeof storeRecoveryShareCall>> {
  const { store } = parts;
  const { schema, envelope } = store;
  const share = await unsealShare(store.keys, half);
  return store.database.transaction(async runner => {
    await refuseFrozen(store, runner, 'users', session.userId);
    const wallet = await ownWalletOf(parts, runner, session);
    // The vault also gives its own to a login that creates a wallet.
    await requireReceipt(parts, runner, session, wallet, 'protection', receipt);
    const { version, mode } = await recoveryOf(parts, session, recoveryReceipt, wallet.id, wallet.epoch);
    // The receipt of an earlier version, whose share the vault has deleted.
    if (version <= (wallet.recoveryVersion ?? 0)) throw walletError('EPOCH_CONFLICT');
    const { ciphertext, dekId } = await envelope.seal(runner, placeOf(wallet), share);
    await runner.query(
      `insert into ${schema}.next_recoveries (wallet_id, epoch, version, mode, half_ct, dek_id, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (wallet_id) do update set epoch = excluded.epoch, version = excluded.version, mode = excluded.mode,
         half_ct = excluded.half_ct, dek_id = excluded.dek_id, created_at = excluded.created_at`,
      [wallet.id, wallet.epoch, version, mode, ciphertext, dekId, new Date()],
    );
    const next = await nextOf(parts, runner, wallet);
    const meta = usedWay(WAYS_IN['protection.store-own']);
    const entry = { action: 'protection.store', subject: wallet.id, actor: session.jkt, meta };
    await store.audit.append(entry, runner);
    const installation = await findInstallation(store, runner, session.jkt);
    if (next === undefined || installation === undefined) throw walletError('SHARE_NOT_FOUND');
    const content = JSON.stringify({ half: Buffer.from(next.share).toString('base64url') });
    return {
      jwe: await sealToInstallation(installation.encJwk, content, session.jkt, wallet.id),
      sealedSeed: await sealedSeedOf(store, runner, wallet),
      wallet: { ...accountOf(wallet), recoveryVersion: version },
    };
  });
}

/**
 * Puts the stored version in force, for the receipt with which it was stored: a page may have stopped because it opens nothing. A
 * repeated call returns the same response.
 *
 * @throws HttpError 403 `FROZEN` or `GRANT_INVALID`, 404 `WALLET_NOT_FOUND` or `SHARE_NOT_FOUND`.
 */
export async function commitRecovery(
  parts: WalletParts,
  session: Session,
  { version, receipt }: CallInput<typeof commitRecoveryRequest>['body'],
): Promise<CallResponse<typeof commitRecoveryCall>> {
  const { store } = parts;
  const { schema } = store;
  const wallet = await store.database.transaction(async runner => {
    await refuseFrozen(store, runner, 'users', session.userId);
    await runner.query(`select 1 from ${schema}.wallets where user_id = $1 for update`, [session.userId]);
    const before = await ownWalletOf(parts, runner, session);
    if (before.recoveryVersion === version) return before;
    await requireReceipt(parts, runner, session, before, 'protection', receipt);
    const next = await nextOf(parts, runner, before);
    if (next?.version !== version) throw walletError('SHARE_NOT_FOUND');
    const way = WAYS_IN['protection.commit'];
    await putShare(
      store,
      runner,
      way,
      { walletId: before.id, epoch: before.epoch },
      { kind: 'recovery' },
      next.share,
    );
    await runner.query(
      `update ${schema}.wallets set recovery_version = $2, recovery_mode = $3 where id = $1`,
      [before.id, version, next.mode],
    );
    await runner.query(`delete from ${schema}.next_recoveries where wallet_id = $1`, [before.id]);
    const action = `protection.${next.mode}`;
    const entry = { action, subject: before.id, actor: session.jkt, meta: usedWay(way) };
    await store.audit.append(entry, runner);
    return { ...before, recoveryVersion: version, recoveryMode: next.mode };
  });
  return committed(parts, wallet);
}

/** The share that waits for its commit, if it is of the wallet's epoch. The vault deletes its own share of an old one. */
async function nextOf({ store }: WalletParts, runner: SqlRunner, wallet: Wallet) {
  const [row] = await runner.query(
    `select epoch, version, mode, half_ct as "halfCt", dek_id as "dekId" from ${store.schema}.next_recoveries
     where wallet_id = $1 and epoch = $2 and created_at > $3`,
    [wallet.id, wallet.epoch, new Date(Date.now() - WALLET_TIMES.ended)],
  );
  if (row === undefined) return undefined;
  const { version, mode, halfCt, dekId } = nextRow.parse(row);
  const share = await store.envelope.open(runner, placeOf(wallet), { dekId, ciphertext: halfCt });
  return { version, mode, share };
}

async function ownWalletOf({ store }: WalletParts, runner: SqlRunner, { userId }: Session): Promise<Wallet> {
  const wallet = await walletOf(store, runner, userId);
  if (wallet === undefined) throw walletError('WALLET_NOT_FOUND');
  return wallet;
}

const placeOf = ({ id, epoch }: Wallet) => ({
  table: 'next_recoveries',
  column: 'half_ct',
  rowId: id,
  walletId: id,
  epoch,
});
