import { keyringError } from './keyringError.js';
import { type Approval, digestOf, type SigningRequest } from './SigningRequest.js';

/** Milliseconds that an approval is valid. */
const DECISION_LIFE = 10_000;

/** Ensures that an approval is used once, and only for its request. */
export interface ApprovalLedger {
  /**
   * Consumes an approval before anything is signed.
   *
   * @throws KEYRING_APPROVAL It is for another request or page, expired, or already used.
   */
  consume(request: SigningRequest, approval: Approval): Promise<void>;
}

/**
 * @param origin - Origin of the host page; approvals for another one are rejected.
 * @param now - Milliseconds since 1970.
 */
export function createApprovalLedger(origin: string, now: () => number = Date.now): ApprovalLedger {
  const used = new Set<string>();
  return {
    async consume(request, approval) {
      const digest = await digestOf(request);
      const { id, armedAt, decidedAt } = approval;
      const age = now() - decidedAt;
      const isTimely = decidedAt - armedAt >= 0 && age >= 0 && age <= DECISION_LIFE;
      const isMeant = id === request.id && approval.digest === digest && approval.origin === origin;
      if (used.has(id) || !isMeant || !isTimely) throw keyringError('KEYRING_APPROVAL');
      used.add(id);
    },
  };
}
