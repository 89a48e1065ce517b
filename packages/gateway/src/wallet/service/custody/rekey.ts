import type {
  CallInput,
  CallResponse,
  rekeyWalletCall,
  storeEpochCall,
  storeEpochRequest,
} from 'latchkit/protocol';
import * as z from 'zod';
import { sealToInstallation } from '../../../platform/keyvault/serviceKeys.js';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { refuseFrozen } from '../../shared/refuseFrozen.js';
import type { Session } from '../../shared/Session.js';
import { unsealShares } from '../../shared/unsealShare.js';
import { walletError } from '../../shared/walletError.js';
import { WALLET_ALLOWANCES, WALLET_TIMES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { usedWay } from '../../shared/waysIn/WayIn.js';
import { WAYS_IN } from '../../shared/waysIn/waysIn.js';
import { endBegun } from '../auth/endBegun.js';
import { findInstallation } from '../auth/installations.js';
import { recordRevocation } from '../auth/revocations.js';
import { endOtherSessions, lockSession } from '../auth/sessions.js';
import { takeOfUser } from '../auth/takeOfUser.js';
import { committed, recoveryOf } from './custody.js';
import { requireReceipt } from './requireReceipt.js';
import { dropOtherSets, dropSets, hasSet, putShare } from './shareSets.js';
import { accountOf, raiseEpoch, walletOf } from './wallets.js';

const share = z.string();

/** A new epoch that is not committed yet. The shares are base64url. */
const nextContent = z.object({ sealedSeed: z.string(), device: share, recovery: share });

const nextRow = z.object({ contentCt: z.instanceof(Uint8Array), dekId: z.string() });

/**
 * Stores the next epoch of the calling installation's wallet alongside the current one, and returns what it stored, so that the page
 * can open it before the commit.
 *
 * @throws HttpError 404 `WALLET_NOT_FOUND` or `SHARE_NOT_FOUND`, 409 `EPOCH_CONFLICT`, 403 `FROZEN` or `GRANT_INVALID`, 400
 *   `HALF_INVALID`, 429.
 */
export async function storeEpoch(
  parts: WalletParts,
  session: Session,
  body: CallInput<typeof storeEpochRequest>['body'],
): Promise<CallResponse<typeof storeEpochCall>> {
  const { store } = parts;
  const { schema, envelope } = store;
  const { userId, installationId, jkt } = session;
  await takeOfUser(parts, session, 'epoch', WALLET_ALLOWANCES.enrolments);
  const { device, recovery } = await unsealShares(store.keys, body.halves);
  return store.database.transaction(async runner => {
    await lockSession(store, runner, session);
    await refuseFrozen(store, runner, 'users', userId);
    const wallet = await walletOf(store, runner, userId);
    if (wallet === undefined) throw walletError('WALLET_NOT_FOUND');
    await requireReceipt(parts, runner, session, wallet, 'rekey', body.receipt);
    const { epoch, sealedSeed } = body;
    if (wallet.epoch + 1 !== epoch) throw walletError('EPOCH_CONFLICT');
    if (!(await hasSet(store, runner, wallet, installationId))) throw walletError('SHARE_NOT_FOUND');
    const { version } = await recoveryOf(parts, session, body.recoveryReceipt, wallet.id, epoch);
    const content = { sealedSeed, device: textOf(device), recovery: textOf(recovery) };
    const { ciphertext, dekId } = await envelope.seal(
      runner,
      placeOf(wallet.id, epoch),
      Buffer.from(JSON.stringify(content), 'utf8'),
    );
    await runner.query(
      `insert into ${schema}.next_epochs (wallet_id, epoch, version, installation_id, content_ct, dek_id, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (wallet_id) do update set epoch = excluded.epoch, version = excluded.version,
         installation_id = excluded.installation_id, content_ct = excluded.content_ct, dek_id = excluded.dek_id,
         created_at = excluded.created_at`,
      [wallet.id, epoch, version, installationId, ciphertext, dekId, new Date()],
    );
    const stored = await nextOf(parts, runner, session, { walletId: wallet.id, epoch, version });
    const meta = usedWay(WAYS_IN['rekey.store']);
    const entry = { action: 'wallet.rekey-stored', subject: wallet.id, actor: jkt, meta };
    await store.audit.append(entry, runner);
    const installation = await findInstallation(store, runner, jkt);
    if (stored === undefined || installation === undefined) throw walletError('SHARE_NOT_FOUND');
    const answer = async (half: string) => ({
      jwe: await sealToInstallation(installation.encJwk, JSON.stringify({ half }), jkt, wallet.id),
      sealedSeed: stored.sealedSeed,
      wallet: { ...accountOf(wallet), epoch, recoveryVersion: version },
    });
    return { device: await answer(stored.device), recovery: await answer(stored.recovery) };
  });
}

/**
 * Puts the stored epoch in force: all earlier share sets and all other sessions end, in one transaction. A
 * repeated call returns the same response.
 *
 * @throws HttpError 403 `FROZEN`, 404 `WALLET_NOT_FOUND` or `SHARE_NOT_FOUND`.
 */
export async function rekey(
  parts: WalletParts,
  session: Session,
  { epoch, version }: { readonly epoch: number; readonly version: number },
): Promise<CallResponse<typeof rekeyWalletCall>> {
  const { store } = parts;
  const { schema } = store;
  const { userId, installationId, jkt } = session;
  const wallet = await store.database.transaction(async runner => {
    await lockSession(store, runner, session);
    await refuseFrozen(store, runner, 'users', userId);
    await runner.query(`select 1 from ${schema}.wallets where user_id = $1 for update`, [userId]);
    const before = await walletOf(store, runner, userId);
    if (before === undefined) throw walletError('WALLET_NOT_FOUND');
    const walletId = before.id;
    if (before.epoch === epoch && before.recoveryVersion === version) return before;
    const next = await nextOf(parts, runner, session, { walletId, epoch, version });
    if (next === undefined || before.epoch + 1 !== epoch) throw walletError('SHARE_NOT_FOUND');
    await recordRevocation(store, runner, session);
    const way = WAYS_IN['rekey.commit'];
    if (!(await raiseEpoch(store, runner, way, before, next.sealedSeed, version)))
      throw walletError('SHARE_NOT_FOUND');
    await dropSets(store, runner, way, walletId);
    const place = { walletId, epoch };
    await putShare(store, runner, way, place, { kind: 'device', installationId }, bytesOf(next.device));
    await putShare(store, runner, way, place, { kind: 'recovery' }, bytesOf(next.recovery));
    // Those of the second wallet too, whose key stays.
    await dropOtherSets(store, runner, way, session);
    await endBegun(store, runner, session);
    await endOtherSessions(store, runner, session);
    for (const table of ['next_epochs', 'next_recoveries'])
      await runner.query(`delete from ${schema}.${table} where wallet_id = $1`, [walletId]);
    const entry = { action: 'wallet.rekey', subject: walletId, actor: jkt, meta: usedWay(way) };
    await store.audit.append(entry, runner);
    return { ...before, epoch, recoveryVersion: version };
  });
  return committed(parts, wallet);
}

/** The stored epoch, if it is this one and this installation's. The vault deletes its own share of an old one. */
async function nextOf(
  { store }: WalletParts,
  runner: SqlRunner,
  { installationId }: Session,
  {
    walletId,
    epoch,
    version,
  }: { readonly walletId: string; readonly epoch: number; readonly version: number },
) {
  const [row] = await runner.query(
    `select content_ct as "contentCt", dek_id as "dekId" from ${store.schema}.next_epochs
     where wallet_id = $1 and epoch = $2 and version = $3 and installation_id = $4 and created_at > $5`,
    [walletId, epoch, version, installationId, new Date(Date.now() - WALLET_TIMES.ended)],
  );
  if (row === undefined) return undefined;
  const { contentCt, dekId } = nextRow.parse(row);
  const bytes = await store.envelope.open(runner, placeOf(walletId, epoch), { dekId, ciphertext: contentCt });
  return nextContent.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const bytesOf = (text: string) => Buffer.from(text, 'base64url');

const placeOf = (walletId: string, epoch: number) => ({
  ...{ table: 'next_epochs', column: 'content_ct', rowId: walletId },
  ...{ walletId, epoch },
});
