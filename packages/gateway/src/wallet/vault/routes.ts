import type { MiddlewareHandler } from 'hono';
import {
  addPasskeyRequest,
  agreeToEmailRequest,
  agreeToLoginRemovalRequest,
  agreeToLoginRequest,
  askEvidenceApprovalRequest,
  askPasskeyRequest,
  askRecoveryPasskeyRequest,
  awaitApprovalRequest,
  commitVaultEmailUpdateRequest,
  confirmPasskeyRequest,
  confirmRecoveryRequest,
  decideApprovalRequest,
  deleteSubjectRequest,
  endRecoveryRequest,
  freezeSubjectRequest,
  giveEvidenceRequest,
  grantForCodeRequest,
  inspectApprovalRequest,
  inspectFreezeRequest,
  makeFreezeLinkRequest,
  pauseSubjectRequest,
  prepareEmailUpdateRequest,
  prepareLoginRequest,
  preparePasskeyRequest,
  preparePasswordRequest,
  putProtectionRequest,
  putRecoveryRequest,
  readApprovalRequest,
  readProtectionRequest,
  readSummaryRequest,
  readVaultActivityRequest,
  releaseRecoveryRequest,
  releaseWithPasswordRequest,
  removeVaultLoginRequest,
  removeWalletRequest,
  sendNoticeRequest,
  sendToApprovalAddressRequest,
  sendToOldAddressRequest,
  setRecoveryDelayRequest,
  startApprovalRequest,
  unfreezeSubjectRequest,
  useFreezeRequest,
  verifyApprovalAddressRequest,
  verifyOldAddressRequest,
} from 'latchkit/protocol';
import type { ClientAddress } from '../../platform/http/clientAddress.js';
import type { CallHandler } from '../../platform/http/serveCalls.js';
import { handle } from '../shared/walletCalls.js';
import type { MayCreate } from '../shared/walletCreation.js';
import { WALLET_ALLOWANCES } from '../shared/walletLimits.js';
import type { WalletParts } from '../shared/walletParts.js';
import { sendToApprovalAddress, verifyApprovalAddress } from './approvalAddress.js';
import { approvalDecision } from './approvalDecision.js';
import { approvalState, askApproval, decideApproval, lookAtApproval } from './approvals.js';
import { grantForCode } from './codeGrants.js';
import type { DecisionWaits } from './decisionWaits.js';
import { commitChange, prepareChange, sendToOldAddress, verifyOldAddress } from './emailChange.js';
import { agreeToEmail } from './emailLink.js';
import { askEvidenceApproval, type EvidenceParts, grantForEvidence } from './evidenceGrants.js';
import { linkForGateway } from './freezeLinks.js';
import { lookAtFreeze, useFreeze } from './freezes.js';
import { agreeToLogin, prepareLogin } from './loginLink.js';
import { agreeToLoginRemoval, removeVaultLogin } from './loginRemoval.js';
import { addPasskey, askNewPasskey, askPasskey } from './passkeys.js';
import {
  confirmPasskey,
  preparePassword,
  protectingCaller,
  putProtection,
  readProtection,
} from './protection.js';
import { ANY_ACTION, portalCaller, portalUse } from './protectionReceipts.js';
import {
  askRecoveryPasskey,
  confirmRecovery,
  putRecovery,
  releaseRecovery,
  releaseWithPassword,
} from './recovery.js';
import { setRecoveryDelay } from './recoveryDelay.js';
import { endRecovery } from './waitingRecoveries.js';
import {
  deleteOnOrder,
  freezeOnOrder,
  readSummary,
  readVaultActivity,
  removeOnOrder,
  sendNotice,
} from './walletOrders.js';

export interface VaultCallsOptions {
  readonly address: ClientAddress;
  /** Whether shares of new wallets are stored. In production, the vault's key must be in escrow first. */
  readonly mayCreate: MayCreate;
  /** The calls that wait for a decision. */
  readonly waits: DecisionWaits;
  readonly evidence: EvidenceParts;
}

/** Approvals, recovery shares, and the vault's part in a change of the address. */
export function vaultCalls(parts: WalletParts, options: VaultCallsOptions): readonly CallHandler[] {
  const { address, mayCreate, waits, evidence } = options;
  return [
    ...linkCalls(parts, address),
    handle(startApprovalRequest, ({ caller, body }) => askApproval(parts, caller, body)),
    handle(readApprovalRequest, ({ caller, params }) => approvalState(parts, caller, params.id)),
    handle(awaitApprovalRequest, ({ caller, params, context }) =>
      approvalDecision(parts, waits, caller, params.id, context.req.raw.signal),
    ),
    handle(giveEvidenceRequest, ({ caller, body }) => grantForEvidence(parts, evidence, caller, body)),
    handle(askEvidenceApprovalRequest, ({ caller, body }) =>
      askEvidenceApproval(parts, evidence, caller, body),
    ),
    handle(sendToApprovalAddressRequest, ({ caller, body }) => sendToApprovalAddress(parts, caller, body)),
    handle(verifyApprovalAddressRequest, ({ caller, body }) => verifyApprovalAddress(parts, caller, body)),
    handle(putRecoveryRequest, ({ caller, params, body }) =>
      putRecovery(parts, caller, params.walletId, body, mayCreate),
    ),
    handle(releaseRecoveryRequest, ({ caller, body }) => releaseRecovery(parts, caller, body)),
    handle(askRecoveryPasskeyRequest, ({ caller, body }) => askRecoveryPasskey(parts, caller, body)),
    handle(releaseWithPasswordRequest, ({ caller, body }) => releaseWithPassword(parts, caller, body)),
    handle(confirmRecoveryRequest, async ({ caller, params, body }) => {
      await confirmRecovery(parts, caller, params.walletId, body.commitReceipt);
      return {};
    }),
    handle(prepareLoginRequest, ({ caller, body }) => prepareLogin(parts, evidence, caller, body)),
    ...changeCalls(parts),
    ...protectionCalls(parts, mayCreate),
  ];
}

/** The vault's part in a change of the address: it verifies the current one, or the login that gets one. */
function changeCalls(parts: WalletParts): readonly CallHandler[] {
  return [
    handle(sendToOldAddressRequest, ({ caller, body }) => sendToOldAddress(parts, caller, body)),
    handle(verifyOldAddressRequest, ({ caller, body }) => verifyOldAddress(parts, caller, body)),
    handle(agreeToLoginRequest, ({ caller, body }) => agreeToLogin(parts, caller, body)),
    handle(agreeToLoginRemovalRequest, ({ caller, body }) => agreeToLoginRemoval(parts, caller, body)),
    handle(removeVaultLoginRequest, ({ caller, body }) =>
      removeVaultLogin(parts, caller, body.removalReceipt),
    ),
    handle(agreeToEmailRequest, ({ caller, body }) => agreeToEmail(parts, caller, body)),
    handle(prepareEmailUpdateRequest, ({ caller, body }) =>
      prepareChange(parts, caller, body.secondaryReceipt),
    ),
    handle(commitVaultEmailUpdateRequest, async ({ caller, body }) => {
      await commitChange(parts, caller, body.commitReceipt);
      return {};
    }),
  ];
}

/** Protection of a wallet, for the portal. */
function protectionCalls(parts: WalletParts, mayCreate: MayCreate): readonly CallHandler[] {
  return [
    handle(readProtectionRequest, ({ caller, body }) => readProtection(parts, caller, body.receipt)),
    handle(preparePasskeyRequest, async ({ caller, body }) =>
      askNewPasskey(parts, await protectingCaller(parts, caller, body.receipt, ['protection'])),
    ),
    handle(addPasskeyRequest, async ({ caller, body }) =>
      addPasskey(parts, await protectingCaller(parts, caller, body.receipt, ['protection']), body),
    ),
    handle(askPasskeyRequest, async ({ caller, body }) => {
      const portal = await portalCaller(parts, caller, body.receipt, ANY_ACTION);
      return askPasskey(parts, portalUse(portal));
    }),
    handle(confirmPasskeyRequest, ({ caller, body }) => confirmPasskey(parts, caller, body)),
    handle(preparePasswordRequest, ({ caller, body }) => preparePassword(parts, caller, body)),
    handle(putProtectionRequest, ({ caller, params, body }) =>
      putProtection(parts, caller, params.walletId, body, mayCreate),
    ),
    handle(setRecoveryDelayRequest, async ({ caller, body }) => {
      await setRecoveryDelay(parts, caller, body);
      return {};
    }),
    handle(endRecoveryRequest, async ({ caller, params, body }) => {
      await endRecovery(parts, caller, params.id, body);
      return {};
    }),
  ];
}

/** Calls of the link pages, which prove themselves by their token, and calls of the wallet service. */
function linkCalls(parts: WalletParts, address: ClientAddress): readonly CallHandler[] {
  // Only of tokens that are refused: others in the network cannot keep a user from a link.
  const looks: MiddlewareHandler = async (context, next) => {
    await next();
    if (context.error === undefined) return;
    await parts.allowances.take('look', address(context), WALLET_ALLOWANCES.looksOfNetwork);
  };
  return [
    handle(
      inspectApprovalRequest,
      ({ body, context }) => lookAtApproval(parts, body.token, address(context)),
      looks,
    ),
    handle(
      decideApprovalRequest,
      ({ body, context }) => decideApproval(parts, body, address(context)),
      looks,
    ),
    handle(grantForCodeRequest, ({ body }) => grantForCode(parts, { body })),
    handle(inspectFreezeRequest, ({ body }) => lookAtFreeze(parts, body.token), looks),
    handle(useFreezeRequest, ({ body }) => useFreeze(parts, body.token), looks),
    handle(freezeSubjectRequest, ({ body }) => freezeOnOrder(parts, 'freeze', body.order)),
    handle(unfreezeSubjectRequest, ({ body }) => freezeOnOrder(parts, 'unfreeze', body.order)),
    handle(pauseSubjectRequest, ({ body }) => freezeOnOrder(parts, 'pause-freeze', body.order)),
    handle(sendNoticeRequest, ({ body }) => sendNotice(parts, body)),
    handle(deleteSubjectRequest, ({ body }) => deleteOnOrder(parts, body.order)),
    handle(removeWalletRequest, ({ body }) => removeOnOrder(parts, body.order)),
    handle(readSummaryRequest, ({ body }) => readSummary(parts, body.order)),
    handle(readVaultActivityRequest, ({ body }) => readVaultActivity(parts, body)),
    handle(makeFreezeLinkRequest, async ({ body }) => ({ link: await linkForGateway(parts, body) })),
  ];
}
