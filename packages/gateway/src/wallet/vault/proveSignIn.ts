import { verifyServiceToken } from '../../platform/keyvault/serviceKeys.js';
import { identityHash } from '../shared/emailIdentity.js';
import type { Identity } from '../shared/identity.js';
import type { Caller } from '../shared/proveCaller.js';
import type { Standing } from '../shared/requireStanding.js';
import { receiptClaims, signInClaims, TOKEN_KINDS } from '../shared/serviceTokens.js';
import { walletError } from '../shared/walletError.js';
import type { WalletParts } from '../shared/walletParts.js';
import { type Approval, approvalIdentity, approvedBy } from './approvals.js';

/** Both proofs that the vault requires: its own grant for the link or the evidence, and the wallet service's receipt. */
export interface SignInProof {
  readonly approvalGrant: string;
  readonly authReceipt: string;
}

/** A proven sign-in. */
interface Proven {
  readonly identity: Identity;
  readonly approval: Approval;
  /** The wallet by the receipt, and what the installation has of it. */
  readonly walletId: string | undefined;
  readonly standing: Standing;
  /** Ids of the grant and of the receipt: each is valid once per use. */
  readonly jtis: readonly [string, string];
}

/**
 * Verifies that both proofs are from one sign-in of this installation, and for the identity that approved it.
 *
 * @throws HttpError 403 `GRANT_INVALID`.
 */
export async function proveSignIn(parts: WalletParts, caller: Caller, proof: SignInProof): Promise<Proven> {
  const { store, peerKey, frameUrl, vaultUrl } = parts;
  const own = { typ: TOKEN_KINDS.approvalGrant, issuer: vaultUrl, audience: frameUrl };
  const theirs = { typ: TOKEN_KINDS.authReceipt, issuer: frameUrl, audience: vaultUrl };
  const grant = await verifyServiceToken(store.keys.find, proof.approvalGrant, own, signInClaims);
  const receipt = await verifyServiceToken(peerKey, proof.authReceipt, theirs, receiptClaims);
  if (grant === undefined || receipt === undefined) throw walletError('GRANT_INVALID');
  const approval = await approvedBy(store, grant.jti);
  if (approval === undefined) throw walletError('GRANT_INVALID');
  const identity = await approvalIdentity(store, approval);
  const idh = identityHash(approval.txn, identity.provider, identity.subject);
  const isOne = [grant, receipt].every(
    claims => claims.txn === approval.txn && claims.jkt === caller.jkt && claims.idh === idh,
  );
  if (!isOne || approval.jkt !== caller.jkt) throw walletError('GRANT_INVALID');
  const { walletId, standing } = receipt;
  return { identity, approval, walletId, standing, jtis: [grant.jti, receipt.jti] };
}
