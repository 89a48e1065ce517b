import { randomBytes } from 'node:crypto';
import type { CallInput, CallResponse, grantForCodeCall, grantForCodeRequest } from 'latchkit/protocol';
import { verifyServiceToken } from '../../platform/keyvault/serviceKeys.js';
import { EMAIL_PROVIDER, identityHash, normalEmail } from '../shared/emailIdentity.js';
import { emailIdentity } from '../shared/identity.js';
import { signInClaims, TOKEN_KINDS } from '../shared/serviceTokens.js';
import { walletError } from '../shared/walletError.js';
import type { WalletParts } from '../shared/walletParts.js';
import { WAYS_IN } from '../shared/waysIn/waysIn.js';
import { approvalGrantOf, approve, approvedBy, keepApproval } from './approvals.js';
import { openingOf } from './waitingRecoveries.js';

/**
 * Approves a new installation on the wallet service's receipt that its code was correct. Only if the operator enabled that,
 * and once per sign-in. While the recovery delay runs, there is no grant.
 *
 * @throws HttpError 403 `GRANT_INVALID`.
 */
export async function grantForCode(
  parts: WalletParts,
  { body }: CallInput<typeof grantForCodeRequest>,
): Promise<CallResponse<typeof grantForCodeCall>> {
  const { store, peerKey, frameUrl, vaultUrl } = parts;
  if (parts.newDevice !== 'code') throw walletError('GRANT_INVALID');
  const expected = { typ: TOKEN_KINDS.authReceipt, issuer: frameUrl, audience: vaultUrl };
  const claims = await verifyServiceToken(peerKey, body.authReceipt, expected, signInClaims);
  const email = normalEmail(body.email);
  if (claims?.idh !== identityHash(claims?.txn ?? '', EMAIL_PROVIDER, email)) {
    throw walletError('GRANT_INVALID');
  }
  const { txn, jkt } = claims;
  const { encJwk, locale } = body;
  const id = await keepApproval(
    store,
    { jkt, browser: body.browser, network: body.network },
    { txn, projectId: body.projectId, project: body.project, hostOrigin: body.hostOrigin },
    {
      ...{ encJwk, identity: emailIdentity(email), locale },
      // A random hash, because no link exists for it.
      tokenHash: randomBytes(32).toString('base64url'),
    },
  );
  if (id === undefined) throw walletError('GRANT_INVALID');
  const way = WAYS_IN['approval.code'];
  await approve(store, way, id, { txn, jkt });
  const approval = await approvedBy(store, id);
  if (approval === undefined) throw walletError('GRANT_INVALID');
  const opensAt = await openingOf(parts, emailIdentity(email), approval);
  if (opensAt !== undefined && opensAt.getTime() > Date.now()) return { opensAt: opensAt.toISOString() };
  return { approvalGrant: await approvalGrantOf(parts, way, approval, opensAt) };
}
