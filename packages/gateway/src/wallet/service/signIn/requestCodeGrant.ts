import { grantForCodeCall, type grantForCodeRequest, matchLocale } from 'latchkit/protocol';
import { grantOf } from '../../shared/grants.js';
import { emailIdentity } from '../../shared/identity.js';
import type { Caller } from '../../shared/proveCaller.js';
import { recoveryDelayed } from '../../shared/walletError.js';
import type { WalletParts } from '../../shared/walletParts.js';
import type { Installation } from '../auth/installations.js';
import { keepGrant, type Txn } from './transactions.js';

/** A sign-in whose code was correct. */
export interface CodeSignIn {
  readonly txn: Txn;
  readonly email: string;
  readonly authReceipt: string;
  readonly installation: Installation;
}

/**
 * Requests the vault's grant for a new installation that signed in without a link. The receipt of the wallet service is the
 * only proof.
 *
 * @throws HttpError 403 `RECOVERY_DELAYED`, 503 `PEER_UNAVAILABLE`.
 */
export async function requestCodeGrant(
  parts: WalletParts,
  { network, projectName }: Caller,
  { txn, email, authReceipt, installation }: CodeSignIn,
): Promise<string> {
  const { projectId, hostOrigin, locale } = txn;
  const { encJwk, browser } = installation;
  const body = {
    ...{ authReceipt, email, encJwk, browser, network, projectId, hostOrigin },
    ...{ project: projectName, locale: matchLocale(locale) },
  };
  const answer = await parts.peer<typeof grantForCodeRequest>(grantForCodeCall, { body });
  if ('opensAt' in answer) throw recoveryDelayed(new Date(answer.opensAt));
  const { approvalGrant } = answer;
  const { jti } = await grantOf(parts, txn, emailIdentity(email), approvalGrant);
  await keepGrant(parts.store, txn.id, jti);
  return approvalGrant;
}
