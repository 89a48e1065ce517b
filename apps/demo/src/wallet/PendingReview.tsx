import type { CaipNetwork } from 'latchkit';
import type { DemoWallet } from './createDemoWallet.js';
import { ProposalReview } from './ProposalReview.js';
import { RequestReview } from './RequestReview.js';
import { SignInReview } from './SignInReview.js';
import type { Pending, WalletState } from './WalletState.js';
import type { WalletKeys } from './walletKeys.js';

interface PendingReviewProps {
  readonly wallet: DemoWallet;
  readonly state: WalletState;
  readonly pending: Pending;
  readonly keys: WalletKeys;
  readonly networks: readonly CaipNetwork[];
}

/** Shows the oldest pending request for a decision. */
export function PendingReview({ wallet, state, pending, keys, networks }: PendingReviewProps) {
  const answering = {
    waiting: state.pending.length,
    isAnswering: state.answering === pending.id,
    onApprove: () => void wallet.approve(pending),
    onReject: () => void wallet.reject(pending),
  };
  if (pending.kind === 'request') {
    const accountName = nameOf(keys.indexOf(pending.keys));
    return <RequestReview pending={pending} accountName={accountName} {...answering} />;
  }
  const own = {
    keys: keys[state.account] ?? keys[0],
    accountName: nameOf(state.account),
    networks,
    ...answering,
  };
  return pending.kind === 'proposal' ? (
    <ProposalReview proposal={pending.asked} {...own} />
  ) : (
    <SignInReview request={pending.asked} {...own} />
  );
}

const nameOf = (index: number) => `Account ${index + 1}`;
