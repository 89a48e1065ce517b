import { keyringError } from './keyringError.js';
import { type Approval, digestOf, type SigningRequest } from './SigningRequest.js';

/** Milliseconds that a decision is good for. */
const DECISION_LIFE = 10_000;

/** Holds decisions to the requests that they were made for. */
export interface ApprovalLedger {
  /**
   * Uses up a decision, before anything is signed.
   *
   * @throws KEYRING_APPROVAL it is another request's, another page's, too old, or was used.
   */
  consume(request: SigningRequest, approval: Approval): Promise<void>;
}

/**
 * @param origin - Of the host page; decisions for another one count for nothing.
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
