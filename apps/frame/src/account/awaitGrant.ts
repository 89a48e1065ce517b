import {
  awaitApprovalCall,
  type awaitApprovalRequest,
  type CallResponse,
  frameError,
  isError,
  type readApprovalCall,
} from 'latchkit/protocol';
import type { ServiceClient } from '../services/createServiceClient.js';
import { sleep } from '../services/sleep.js';

/** Minimum milliseconds between two polls for the approval, for responses that arrive sooner. */
const PAUSE = 2_000;

/** The grant in the state of an approval; undefined while it is pending. @throws DEVICE_DENIED, OTP_EXPIRED, RECOVERY_DELAYED */
export function grantIn({
  state,
  approvalGrant,
  opensAt,
}: CallResponse<typeof readApprovalCall>): string | undefined {
  if (state === 'delayed') {
    const left = Math.ceil((Date.parse(opensAt ?? '') - Date.now()) / 1_000);
    throw frameError('RECOVERY_DELAYED', { context: { retryAfter: Math.max(1, left) } });
  }
  if (state === 'denied') throw frameError('DEVICE_DENIED');
  if (state === 'expired') throw frameError('OTP_EXPIRED');
  return approvalGrant;
}

/** Waits until the link of an approval is approved, and returns the grant. @throws DEVICE_DENIED, OTP_EXPIRED, RECOVERY_DELAYED; ABORTED */
export async function awaitGrant(
  vault: ServiceClient,
  approval: string,
  signal: AbortSignal,
): Promise<string> {
  for (;;) {
    if (signal.aborted) throw frameError('ABORTED');
    const asked = performance.now();
    // The vault holds the request open and responds as soon as the user has decided.
    const grant = await vault
      .call<typeof awaitApprovalRequest>(awaitApprovalCall, { params: { id: approval }, signal })
      .then(grantIn)
      .catch(error => {
        // The network may drop while the user reads email.
        if (isError(error, 'INTERNAL') || isError(error, 'TIMEOUT')) return undefined;
        throw error;
      });
    if (grant) return grant;
    // The vault responds at once while it has too many open requests or is shutting down.
    await sleep(asked + PAUSE - performance.now(), signal).catch(cause => {
      throw frameError('ABORTED', { cause });
    });
  }
}
