import type { Metadata } from 'latchkit/walletconnect';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Peer } from './Peer.js';

/** Milliseconds before a review can be answered: a second click on the one before must not answer the next. */
const READING_TIME = 400;

/** How a review is answered. */
export interface Answering {
  /** How many wait, this one counted. */
  readonly waiting: number;
  readonly isAnswering: boolean;
  onApprove(): void;
  onReject(): void;
}

interface ReviewProps extends Answering {
  readonly title: string;
  readonly peer: Metadata;
  /** Why it cannot be approved. */
  readonly problem?: string | undefined;
  /** What the visitor should know before approving. */
  readonly warning?: string | undefined;
  readonly children: ReactNode;
}

/** One thing that a page asks for, and the two answers to it. */
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
