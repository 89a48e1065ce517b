import type { SigningRequest } from '@latchkit/keyring';
import type { EmailConsentClaims } from 'latchkit/protocol';
import type { Prepared } from '../prepare/Prepared.js';
import type { ApprovalsOptions, EmailMove } from './Approvals.js';
import { type Ready, readPrepared } from './prepareApproval.js';

/** A consent to request from the user. */
export interface ConsentAsked {
  /** Id of the host's request. */
  readonly id: string;
  /** The user's account, as shown on the screen. */
  readonly account: string;
  readonly signal: AbortSignal;
}

/** Reviews the consent to another email address that the installation will sign. */
export async function readyConsent(
  { hostOrigin, state, reader, tokens, networkOf }: ApprovalsOptions,
  { txn, from, to }: EmailMove,
  { id, account, signal }: ConsentAsked,
): Promise<Ready> {
  const claims: EmailConsentClaims = { txn, from, to, hostOrigin };
  const signing: SigningRequest = {
    ...{ id, kind: 'emailConsent', chainId: state.chainId, account },
    payload: JSON.stringify(claims),
  };
  const prepared: Prepared = { signings: [signing], warnings: [], answer: ([consent]) => consent };
  return readPrepared(prepared, { reader, signal }, { hostOrigin, tokens, networkOf });
}
