import type { Approval } from '@latchkit/keyring';
import { frameError } from 'latchkit/protocol';
import { contextOf } from '../review/reviewRequest.js';
import type { Press } from '../screen/guardButton.js';
import type { ApprovalsOptions } from './Approvals.js';
import type { ReviewedRequest } from './prepareApproval.js';

/**
 * Signs the approved requests as they were shown and completes them as the method specifies. Stops once the request has ended.
 *
 * @throws frameError AMOUNT_CHANGED a scaled token no longer shows what the user has seen: nothing is signed.
 */
export async function signApproved(
  options: ApprovalsOptions,
  { prepared, review, digests }: ReviewedRequest,
  press: Press,
  surface: Approval['surface'],
  signal: AbortSignal,
): Promise<unknown> {
  const { hostOrigin, sign } = options;
  const changes = [...review.changes, ...(review.calls?.list.flatMap(call => call.changes) ?? [])];
  const seen = changes.flatMap(({ scale }) => scale ?? []);
  if (seen.length > 0) {
    const { areScalesCurrent } = await import('../review/model/readScale.js');
    const context = contextOf(prepared.signings[0], options, options.reader, signal);
    if (!(await areScalesCurrent(seen, context))) throw frameError('AMOUNT_CHANGED');
  }
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
