import type { Metadata } from 'latchkit/walletconnect';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Peer } from './Peer.js';

/** Milliseconds before a review accepts a decision, so that a double click does not decide the next one. */
const READING_TIME = 400;

/** The callbacks and state of a decision. */
export interface Answering {
  /** Number of pending requests, including this one. */
  readonly waiting: number;
  readonly isAnswering: boolean;
  onApprove(): void;
  onReject(): void;
}

interface ReviewProps extends Answering {
  readonly title: string;
  readonly peer: Metadata;
  /** Why it can't be approved. */
  readonly problem?: string | undefined;
  /** What the user should know before approving. */
  readonly warning?: string | undefined;
  readonly children: ReactNode;
}

/** One request of a page with its two buttons. */
export function Review({ title, peer, waiting, problem, warning, isAnswering, ...props }: ReviewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    heading.current?.focus();
    const timer = setTimeout(() => setRead(true), READING_TIME);
    return () => clearTimeout(timer);
  }, []);
  return (
    <section className="review" aria-labelledby="review">
      {waiting > 1 && <p className="waiting">1 of {waiting}</p>}
      <h2 id="review" tabIndex={-1} ref={heading}>
        {title}
      </h2>
      <Peer metadata={peer} />
      {props.children}
      {warning && (
        <p className="bar-alert" data-tone="warning">
          <b>Look twice.</b> {warning}
        </p>
      )}
      {problem && (
        <p className="bar-alert" data-tone="danger" id="problem">
          <b>This cannot be approved.</b> {problem}
        </p>
      )}
      <div className="answers">
        <button type="button" className="button" disabled={!isRead || isAnswering} onClick={props.onReject}>
          Reject
        </button>
        <button
          type="button"
          className="button primary"
          disabled={!isRead || isAnswering || problem !== undefined}
          aria-describedby={problem ? 'problem' : undefined}
          aria-busy={isAnswering}
          onClick={props.onApprove}
        >
          {isAnswering ? 'Answering' : 'Approve'}
        </button>
      </div>
    </section>
  );
}
