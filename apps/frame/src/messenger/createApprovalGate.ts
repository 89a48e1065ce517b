import { FRAME_LIMITS, type FrameErrorCode } from 'latchkit/protocol';
import { createWindowCount } from './createWindowCount.js';

/** Keeps a host from wearing a visitor down with requests. */
export interface ApprovalGate {
  /** Takes a request in, or says why not: too many wait, too many came, or the visitor has refused too often. */
  enter(waiting: number): { readonly code: FrameErrorCode; readonly retryAfter?: number } | undefined;
  /** The visitor refused one: three within a minute bring a pause of 30 s. */
  refused(): void;
  /** The visitor shut the host out for so many milliseconds. */
  block(milliseconds: number): void;
}

/** Makes the gate of one host. */
export function createApprovalGate(): ApprovalGate {
  const rate = createWindowCount(FRAME_LIMITS.approvalRate, FRAME_LIMITS.approvalWindow);
  const refusals = createWindowCount(FRAME_LIMITS.refusals, FRAME_LIMITS.refusalWindow);
  let closedUntil = 0;

  const block = (milliseconds: number) => {
    closedUntil = Math.max(closedUntil, performance.now() + milliseconds);
  };
  return {
    block,
    enter(waiting) {
      const left = closedUntil - performance.now();
      if (left > 0) return { code: 'COOLDOWN', retryAfter: Math.ceil(left / 1_000) };
      if (!rate.take()) return { code: 'RATE_LIMITED' };
      return waiting >= FRAME_LIMITS.approvals ? { code: 'BUSY' } : undefined;
    },
    refused() {
      if (refusals.add() < FRAME_LIMITS.refusals) return;
      refusals.clear();
      block(FRAME_LIMITS.refusalPause);
    },
  };
}
