import type { Approval } from '@latchkit/keyring';
import type { Press } from '../screen/guardButton.js';
import type { ApprovalsOptions } from './Approvals.js';
import type { ReviewedRequest } from './prepareApproval.js';

/** Signs the approved requests as they were shown and completes them as the method specifies. Stops once the request has ended. */
export async function signApproved(
  { hostOrigin, sign }: ApprovalsOptions,
  { prepared, digests }: ReviewedRequest,
  press: Press,
  surface: Approval['surface'],
  signal: AbortSignal,
): Promise<unknown> {
  const signatures: string[] = [];
  for (const [at, signing] of prepared.signings.entries()) {
    signal.throwIfAborted();
    const digest = digests.each[at] ?? '';
    const approval: Approval = { id: signing.id, digest, origin: hostOrigin, surface, ...press };
    signatures.push(await sign(signing, approval));
  }
  signal.throwIfAborted();
  return prepared.answer(signatures);
}
