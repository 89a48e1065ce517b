import { createHash, randomBytes } from 'node:crypto';
import type { CallInput, giveEvidenceRequest } from 'latchkit/protocol';
import type * as z from 'zod';
import { verifyServiceToken } from '../../platform/keyvault/serviceKeys.js';
import type { Caller } from '../shared/caller.js';
import type { FindEvidenceClient } from '../shared/EvidenceClient.js';
import { identityHash } from '../shared/emailIdentity.js';
import { useGrant } from '../shared/grants.js';
import { signInClaims, TOKEN_KINDS } from '../shared/tokenKinds.js';
import { walletError } from '../shared/walletError.js';
import { WALLET_ALLOWANCES } from '../shared/walletLimits.js';
import type { WalletParts } from '../shared/walletParts.js';
import { approvalGrantOf, approvalOf, keepApproval } from './approvals.js';
import { type EvidenceVerifier, isVerifiable } from './evidence/verifyEvidence.js';

/** The dependencies of evidence. */
export interface EvidenceParts {
  readonly findClient: FindEvidenceClient;
  readonly verifier: EvidenceVerifier;
}

type Given = CallInput<typeof giveEvidenceRequest>['body'];
type Receipt = z.infer<typeof signInClaims>;

/**
 * Approves a new installation by a social identity that the vault verifies itself. For providers where it cannot, the wallet
 * service's receipt is the only proof. The same evidence for the same sign-in returns the same grant.
 *
 * @throws GatewayError 403 `GRANT_INVALID`, 403 `PROVIDER_UNAVAILABLE` without credentials or while the provider is down, 429.
 */
export async function grantForEvidence(
  parts: WalletParts,
  social: EvidenceParts,
  caller: Caller,
  given: Given,
): Promise<{ approvalGrant: string }> {
  const { store, allowances } = parts;
  await allowances.take('evidence', caller.jkt, WALLET_ALLOWANCES.evidenceOfInstallation);
  await allowances.take('evidence of network', caller.network, WALLET_ALLOWANCES.evidenceOfNetwork);
  const receipt = await receiptOf(parts, caller, given);
  await requireConfirmed(social, caller, receipt, given);
  await spendToken(parts, receipt, given);
  const { provider, subject } = given.evidence;
  const { txn, jkt } = receipt;
  const id = await keepApproval(
    store,
    caller,
    { txn, projectId: caller.projectId, project: '', hostOrigin: caller.hostOrigin },
    {
      identity: { provider, subject },
      encJwk: given.encJwk,
      locale: 'en',
      // A random hash, because no link exists for it.
      tokenHash: randomBytes(32).toString('base64url'),
    },
  );
  if (id !== undefined) {
    await store.database.transaction(async runner => {
      await runner.query(
        `update ${store.schema}.approvals set state = 'approved', decided_at = $2 where id = $1`,
        [id, new Date()],
      );
      const action = isVerifiable(provider) ? 'approval.evidence' : 'approval.receipt';
      await store.audit.append({ action, subject: txn, actor: jkt }, runner);
    });
  }
  const approval = await approvalOf(store, { txn, jkt });
  if (approval === undefined) throw walletError('GRANT_INVALID');
  return { approvalGrant: await approvalGrantOf(parts, approval) };
}

/** The wallet service's receipt, which has to be for this installation and identity. */
async function receiptOf(
  { peerKey, frameUrl, vaultUrl }: WalletParts,
  { jkt }: Caller,
  { authReceipt, evidence: { provider, subject } }: Given,
): Promise<Receipt> {
  const expected = { typ: TOKEN_KINDS.authReceipt, issuer: frameUrl, audience: vaultUrl };
  const claims = await verifyServiceToken(peerKey, authReceipt, expected, signInClaims);
  const isOwn = claims?.jkt === jkt && claims.idh === identityHash(claims.txn, provider, subject);
  if (claims === undefined || !isOwn) throw walletError('GRANT_INVALID');
  return claims;
}

async function requireConfirmed(
  { findClient, verifier }: EvidenceParts,
  { projectId }: Caller,
  { txn, jkt }: Receipt,
  { evidence }: Given,
): Promise<void> {
  const client = await findClient(projectId, evidence.provider);
  if (client === undefined) throw walletError('PROVIDER_UNAVAILABLE');
  if (!isVerifiable(evidence.provider)) return;
  const verdict = await verifier.verify(client, { txn, jkt }, evidence);
  if (verdict === 'unavailable') throw walletError('PROVIDER_UNAVAILABLE');
  if (verdict !== 'confirmed') throw walletError('GRANT_INVALID');
}

/** A token approves one sign-in only. Access tokens name no sign-in, so another one could send them again. */
async function spendToken(
  { store }: WalletParts,
  { txn, jkt, jti }: Receipt,
  { evidence: { provider, token } }: Given,
): Promise<void> {
  const spent =
    token === undefined ? jti : createHash('sha256').update(`${provider}|${token}`).digest('base64url');
  await useGrant(store, store.database, spent, 'evidence', [txn, jkt].join('|'));
}
