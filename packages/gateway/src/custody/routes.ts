import { Hono } from 'hono';
import {
  deviceShareBody,
  enrolBody,
  recoveryHalfBody,
  rekeyBody,
  walletCommitBody,
  walletDraftBody,
  walletUuid,
} from 'latchkit/protocol';
import * as z from 'zod/mini';
import { sessionFor } from '../auth/routes.js';
import type { CallerVariables, ProveCaller } from '../dpop/caller.js';
import type { MayCreate } from '../embedded/walletCreation.js';
import { walletError } from '../embedded/walletError.js';
import type { WalletParts } from '../embedded/walletParts.js';
import { parseBody } from '../http/parseBody.js';
import {
  commitWallet,
  draftWallet,
  enrol,
  rekey,
  releaseDeviceHalf,
  releaseRecoveryHalf,
} from './custody.js';

/**
 * Wallets and the gateway's halves.
 *
 * @param mayCreate - Whether wallets may be made here: in production not before users can export them and the keys were
 * handed to custodians.
 */
export function custodyRoutes(
  parts: WalletParts,
  prove: ProveCaller,
  mayCreate: MayCreate,
): Hono<CallerVariables> {
  return new Hono<CallerVariables>()
    .post('/v1/wallets', prove(), async context => {
      const session = await sessionFor(parts, context);
      if (!(await mayCreate())) throw walletError('WALLET_CREATION_CLOSED');
      const body = await parseBody(context, walletDraftBody);
      await draftWallet(parts, session, body);
      return context.json({ walletId: body.walletId });
    })
    .post('/v1/wallets/:id/commit', prove(), async context => {
      const session = await sessionFor(parts, context);
      const id = z.safeParse(walletUuid, context.req.param('id'));
      if (!id.success) throw walletError('WALLET_NOT_FOUND');
      const { recoveryReceipt } = await parseBody(context, walletCommitBody);
      return context.json(await commitWallet(parts, session, id.data, recoveryReceipt));
    })
    .post('/v1/wallets/me/recovery-half', prove(), async context => {
      const session = await sessionFor(parts, context);
      const { approvalGrant, walletId } = await parseBody(context, recoveryHalfBody);
      return context.json(await releaseRecoveryHalf(parts, session, approvalGrant, walletId));
    })
    .post('/v1/wallets/me/rekey', prove(), async context => {
      const session = await sessionFor(parts, context);
      return context.json(await rekey(parts, session, await parseBody(context, rekeyBody)));
    })
    .post('/v1/shares/device', prove(), async context => {
      const session = await sessionFor(parts, context);
      const { walletId } = await parseBody(context, deviceShareBody);
      return context.json(await releaseDeviceHalf(parts, session, walletId));
    })
    .put('/v1/shares/device', prove(), async context => {
      const session = await sessionFor(parts, context);
      const { epoch, half } = await parseBody(context, enrolBody);
      await enrol(parts, session, epoch, half);
      return context.json({});
    });
}
