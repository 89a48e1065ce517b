import { RequestBody } from './RequestBody.js';
import { type Answering, Review } from './Review.js';
import type { ReadRequest } from './readRequest.js';
import { useFee } from './useFee.js';
import type { PendingRequest } from './WalletState.js';

interface RequestReviewProps extends Answering {
  readonly pending: PendingRequest;
  readonly accountName: string;
}

/** A connected page's request to sign or send something. */
export function RequestReview({ pending, accountName, ...answering }: RequestReviewProps) {
  const { fee, problem } = useFee(pending);
  return (
    <Review
      title={titleOf(pending.read)}
      peer={pending.session.peer.metadata}
      warning={problem && `It would fail: ${problem}`}
      {...answering}
    >
      <RequestBody pending={pending} accountName={accountName} fee={fee} />
    </Review>
  );
}

function titleOf(read: ReadRequest): string {
  if (read.kind === 'transaction') return 'Send this transaction?';
  if (read.kind === 'typedData') return 'Sign this data?';
  if (read.kind !== 'solanaTransactions') return 'Sign this message?';
  if (read.act === 'send') return 'Send this transaction?';
  return read.wires.length === 1 ? 'Sign this transaction?' : `Sign these ${read.wires.length} transactions?`;
}
