import type { SigningRequest } from '@latchkit/keyring';
import type { EmailConsentClaims } from 'latchkit/protocol';
import type { Prepared } from '../prepare/Prepared.js';
import type { ApprovalsOptions, EmailChangeRequest } from './Approvals.js';
import { type ReviewedRequest, reviewPrepared } from './prepareApproval.js';

/** A consent to request from the user. */
export interface ConsentRequest {
  /** Id of the host's request. */
  readonly id: string;
  /** The user's account, as shown on the screen. */
  readonly account: string;
  readonly signal: AbortSignal;
}

/** Reviews the consent to another email address that the installation will sign. */
export async function prepareConsent(
  { hostOrigin, state, reader, tokens, networkOf }: ApprovalsOptions,
  { txn, from, to }: EmailChangeRequest,
  { id, account, signal }: ConsentRequest,
): Promise<ReviewedRequest> {
  const claims: EmailConsentClaims = { txn, from, to, hostOrigin };
  const signing: SigningRequest = {
    ...{ id, kind: 'emailConsent', chainId: state.chainId, account },
    payload: JSON.stringify(claims),
  };
  const prepared: Prepared = { signings: [signing], warnings: [], answer: ([consent]) => consent };
  return reviewPrepared(prepared, { reader, signal }, { hostOrigin, tokens, networkOf });
}
