import { Hono } from 'hono';
import {
  approvalBody,
  approvalDecideBody,
  approvalLookBody,
  codeGrantBody,
  emailUpdateVerifyBody,
  freezeBody,
  freezeLinkBody,
  recoveryConfirmBody,
  recoveryPutBody,
  recoveryReleaseBody,
  vaultEmailCommitBody,
  vaultEmailPrepareBody,
  vaultEmailSendBody,
  walletUuid,
} from 'latchkit/protocol';
import * as z from 'zod/mini';
import type { CallerVariables, ProveCaller } from '../dpop/caller.js';
import type { MayCreate } from '../embedded/walletCreation.js';
import { walletError } from '../embedded/walletError.js';
import { WALLET_ALLOWANCES } from '../embedded/walletLimits.js';
import type { WalletParts } from '../embedded/walletParts.js';
import type { ClientAddress } from '../http/clientAddress.js';
import { parseBody } from '../http/parseBody.js';
import { approvalDecision } from './approvalDecision.js';
import { approvalState, askApproval, decideApproval, lookAtApproval } from './approvals.js';
import { grantForCode } from './codeGrants.js';
import type { DecisionWaits } from './decisionWaits.js';
import { commitChange, prepareChange, sendToOldAddress, verifyOldAddress } from './emailChange.js';
import { linkForGateway } from './freezeLinks.js';
import { lookAtFreeze, useFreeze } from './freezes.js';
import { confirmRecovery, putRecovery, releaseRecovery } from './recovery.js';

/**
 * Approvals, recovery halves, and the vault's side of a change of the address.
 *
 * @param mayCreate - Whether halves of new wallets are kept: in production not before the vault's key is with custodians.
 * @param waits - The calls that wait for decisions.
 */
export function vaultRoutes(
  parts: WalletParts,
  prove: ProveCaller,
  address: ClientAddress,
  mayCreate: MayCreate,
  waits: DecisionWaits,
): Hono<CallerVariables> {
  return new Hono<CallerVariables>()
    .route('/', linkRoutes(parts, address))
    .post('/v1/approvals', prove(), async context => {
      const body = await parseBody(context, approvalBody);
      return context.json(await askApproval(parts, context.var.caller, body));
    })
    .get('/v1/approvals/:id', prove(), async context =>
      context.json(await approvalState(parts, context.var.caller, uuid(context.req.param('id')))),
    )
    .get('/v1/approvals/:id/decision', prove(), async context => {
      const { signal } = context.req.raw;
      const id = uuid(context.req.param('id'));
      return context.json(await approvalDecision(parts, waits, context.var.caller, id, signal));
    })
    .put('/v1/recovery/:walletId', prove(), async context => {
      const walletId = uuid(context.req.param('walletId'));
      const body = await parseBody(context, recoveryPutBody);
      return context.json(await putRecovery(parts, context.var.caller, walletId, body, mayCreate));
    })
    .post('/v1/recovery/release', prove(), async context => {
      const body = await parseBody(context, recoveryReleaseBody);
      return context.json(await releaseRecovery(parts, context.var.caller, body));
    })
    .post('/v1/recovery/:walletId/confirm', prove(), async context => {
      const walletId = uuid(context.req.param('walletId'));
      const { commitReceipt } = await parseBody(context, recoveryConfirmBody);
      await confirmRecovery(parts, context.var.caller, walletId, commitReceipt);
      return context.json({});
    })
    .route('/', changeRoutes(parts, prove));
}

/** The vault's side of a change of an address: it proves the one that holds now. */
function changeRoutes(parts: WalletParts, prove: ProveCaller): Hono<CallerVariables> {
  return new Hono<CallerVariables>()
    .post('/v1/email/send', prove(), async context => {
      const body = await parseBody(context, vaultEmailSendBody);
      return context.json(await sendToOldAddress(parts, context.var.caller, body));
    })
    .post('/v1/email/verify', prove(), async context => {
      const body = await parseBody(context, emailUpdateVerifyBody);
      return context.json(await verifyOldAddress(parts, context.var.caller, body));
    })
    .put('/v1/email/prepare', prove(), async context => {
      const { secondaryReceipt } = await parseBody(context, vaultEmailPrepareBody);
      return context.json(await prepareChange(parts, context.var.caller, secondaryReceipt));
    })
    .put('/v1/email/commit', prove(), async context => {
      const { commitReceipt } = await parseBody(context, vaultEmailCommitBody);
      await commitChange(parts, context.var.caller, commitReceipt);
      return context.json({});
    });
}

/** What the pages of links ask: their token is the proof. */
function linkRoutes(parts: WalletParts, address: ClientAddress): Hono<CallerVariables> {
  const { allowances } = parts;
  return new Hono<CallerVariables>()
    .post('/v1/approvals/look', async context => {
      const network = address(context);
      await allowances.take('look', network, WALLET_ALLOWANCES.looksOfNetwork);
      const { token } = await parseBody(context, approvalLookBody);
      return context.json(await lookAtApproval(parts, token, network));
    })
    .post('/v1/approvals/decide', async context => {
      const network = address(context);
      await allowances.take('look', network, WALLET_ALLOWANCES.looksOfNetwork);
      return context.json(await decideApproval(parts, await parseBody(context, approvalDecideBody), network));
    })
    .post('/v1/approvals/code', async context =>
      context.json(await grantForCode(parts, await parseBody(context, codeGrantBody))),
    )
    .post('/v1/freezes/look', async context => {
      await allowances.take('look', address(context), WALLET_ALLOWANCES.looksOfNetwork);
      const { token } = await parseBody(context, freezeBody);
      return context.json(await lookAtFreeze(parts, token));
    })
    .post('/v1/freezes/use', async context => {
      await allowances.take('look', address(context), WALLET_ALLOWANCES.looksOfNetwork);
      const { token } = await parseBody(context, freezeBody);
      return context.json(await useFreeze(parts, token));
    })
    .post('/v1/freezes/links', async context =>
      context.json({ link: await linkForGateway(parts, await parseBody(context, freezeLinkBody)) }),
    );
}

function uuid(text: string | undefined): string {
  const parsed = z.safeParse(walletUuid, text);
  if (!parsed.success) throw walletError('WALLET_NOT_FOUND');
  return parsed.data;
}
