import { FRAME_LIMITS, type FrameErrorCode } from 'latchkit/protocol';

/** What a host did, as far as it affects its next requests. Times are milliseconds since 1970. */
export interface GateRecord {
  /** Requests are refused until then. */
  readonly closedUntil: number;
  /** When the last pause after refusals started. */
  readonly pausedAt: number;
  /** Times of the accepted requests and of those that the user refused, oldest first. */
  readonly entered: readonly number[];
  readonly refused: readonly number[];
}

/** Stores the record of one host. */
export interface GateStore {
  /** Undefined if nothing is stored. */
  read(): GateRecord | undefined;
  write(record: GateRecord): void;
}

/** Why a request is not accepted, and how many seconds that lasts. */
export interface GateRefusal {
  readonly code: FrameErrorCode;
  readonly retryAfter?: number;
}

/** Prevents a host from wearing the user down with requests. */
export interface ApprovalGate {
  /** Accepts a request, or returns why not: too many are waiting, too many arrived, or the user refused too often. */
  enter(waiting: number): GateRefusal | undefined;
  /** Why requests are refused now, at the user's will: after refusals, or because the user blocked the host. */
  closed(): GateRefusal | undefined;
  /** Records a refusal by the user: three within a minute cause a pause of 30 s. */
  refused(): void;
  /** How many requests the user refused within the last minute. */
  refusals(): number;
  /** Blocks the host for this many milliseconds, at the user's choice. */
  block(milliseconds: number): void;
}

/** How long the user blocks a site, in milliseconds. */
export const SITE_BLOCK = 3_600_000;

const NOTHING: GateRecord = { closedUntil: 0, pausedAt: 0, entered: [], refused: [] };

/**
 * Creates the gate of one host.
 *
 * @param store - Survives reloads, since a host can reload the page at any time and must not get past the gate that way.
 * @param most - How many refusals within a minute cause a pause.
 */
export function createApprovalGate(
  store: GateStore,
  most: () => number = () => FRAME_LIMITS.refusals,
): ApprovalGate {
  const readAt = (now: number): GateRecord => {
    const { closedUntil, pausedAt, entered, refused } = store.read() ?? NOTHING;
    const within = (times: readonly number[], window: number) =>
      times.filter(time => time <= now && time > now - window);
    return {
      // A clock that was set back must not extend the block beyond what the user chose.
      closedUntil: Math.min(closedUntil, now + SITE_BLOCK),
      pausedAt: Math.min(pausedAt, now),
      entered: within(entered, FRAME_LIMITS.approvalWindow),
      refused: within(refused, FRAME_LIMITS.refusalWindow),
    };
  };
  const closedAt = (now: number): GateRefusal | undefined => {
    const { closedUntil, pausedAt } = readAt(now);
    if (closedUntil <= now) return undefined;
    // Only the user's block lasts longer than a pause.
    const isBlocked = closedUntil - pausedAt > FRAME_LIMITS.refusalPause;
    const retryAfter = Math.ceil((closedUntil - now) / 1_000);
    return { code: isBlocked ? 'SITE_BLOCKED' : 'SITE_PAUSED', retryAfter };
  };
  return {
    closed: () => closedAt(Date.now()),
    block(milliseconds) {
      const now = Date.now();
      const record = readAt(now);
      store.write({ ...record, closedUntil: Math.max(record.closedUntil, now + milliseconds) });
    },
    refusals: () => readAt(Date.now()).refused.length,
    enter(waiting) {
      const now = Date.now();
      const record = readAt(now);
      const closed = closedAt(now);
      if (closed) return closed;
      if (record.entered.length >= FRAME_LIMITS.approvalRate) return { code: 'RATE_LIMITED' };
      store.write({ ...record, entered: [...record.entered, now] });
      return waiting >= FRAME_LIMITS.approvals ? { code: 'BUSY' } : undefined;
    },
    refused() {
      const now = Date.now();
      const record = readAt(now);
      const refused = [...record.refused, now];
      const isPause = refused.filter(time => time > record.pausedAt).length >= most();
      const pause = {
        pausedAt: now,
        closedUntil: Math.max(record.closedUntil, now + FRAME_LIMITS.refusalPause),
      };
      store.write({ ...record, refused, ...(isPause ? pause : {}) });
    },
  };
}
