import type { TextKey } from '../texts/en.js';
import type { Review } from './model/Review.js';

/** What became of calls, with the status codes of EIP-5792. */
export interface CallsOutcome {
  readonly status: 100 | 200 | 400 | 500 | 600;
  readonly receipts: readonly { readonly transactionHash: string }[];
}

const TEXTS: Readonly<Record<CallsOutcome['status'], TextKey>> = {
  100: 'status.pending',
  200: 'status.done',
  400: 'status.notSent',
  500: 'status.failed',
  600: 'status.partly',
};

/** What became of calls, for `wallet_showCallsStatus`: nothing to approve. */
export function reviewCallsStatus({ status, receipts }: CallsOutcome): Review {
  return {
    risk: 'R1',
    action: { text: 'action.callsStatus' },
    lead: { text: TEXTS[status] },
    changes: [],
    facts: receipts.map(({ transactionHash }) => ({
      label: 'fact.transaction',
      value: { address: transactionHash },
    })),
    warnings: [],
    blocks: [],
    raw: [],
  };
}
