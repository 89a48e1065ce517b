import type { CaipNetwork } from 'latchkit';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { AccountCard } from './AccountCard.js';
import { Connections } from './Connections.js';
import type { DemoWallet } from './createDemoWallet.js';
import { PairForm } from './PairForm.js';
import { PendingReview } from './PendingReview.js';
import { RelayLine } from './RelayLine.js';
import type { WalletKeys } from './walletKeys.js';

interface WalletAppProps {
  readonly wallet: DemoWallet;
  readonly keys: WalletKeys;
  readonly networks: readonly CaipNetwork[];
}

/** The wallet as on a phone: the pending request, otherwise the account and its connections. */
export function WalletApp({ wallet, keys, networks }: WalletAppProps) {
  const state = useSyncExternalStore(wallet.subscribe, wallet.state);
  const [pending] = state.pending;
  // An earlier success is irrelevant beside a new request.
  const notice = pending && state.notice?.tone === 'success' ? undefined : state.notice;
  const title = useRef<HTMLHeadingElement>(null);
  const wasReviewing = useRef(false);
  useEffect(() => {
    // The pressed button was removed with its review.
    if (!pending && wasReviewing.current) title.current?.focus();
    wasReviewing.current = pending !== undefined;
  }, [pending]);
  return (
    <main className="phone">
      <header className="phone-head">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path d="M6 17a10 10 0 0 0 20 0M16 6v19M11 11h10" />
        </svg>
        <h1 tabIndex={-1} ref={title}>
          Harbor
        </h1>
        <span className="tag">Development only</span>
      </header>
      <p className="notice" role="status" data-tone={notice?.tone}>
        {notice?.text}
      </p>
      {pending ? (
        <PendingReview key={pending.id} {...{ wallet, state, pending, keys, networks }} />
      ) : (
        <>
          <AccountCard {...{ wallet, state, keys, networks }} />
          <PairForm wallet={wallet} isPairing={state.isPairing} />
          <Connections wallet={wallet} sessions={state.sessions} networks={networks} />
          <p className="small phone-foot">
            A made-up wallet for trying Latchkit. Everybody knows its keys: never send anything of value to
            them.
          </p>
        </>
      )}
      <RelayLine relay={state.relay} />
    </main>
  );
}
