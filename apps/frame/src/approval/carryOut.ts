import type { Approval } from '../keyring/SigningRequest.js';
import type { ApprovalsOptions } from './Approvals.js';
import type { Press } from './guardButton.js';
import type { Ready } from './makeReady.js';

/** Signs what was approved, each as it was shown, and does with it what the method says. Nothing once the request is over. */
export async function carryOut(
  { hostOrigin, sign }: ApprovalsOptions,
  { prepared, digests }: Ready,
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
