/** Milliseconds that a call waits for a decision. Below the limits of proxies and of the wallet page. */
const WAIT = 10_000;

/** Milliseconds between two database queries. */
const LOOK = 500;

/** Limits of concurrent waiting calls: per installation, per network, and in this process. */
const MOST = { installation: 4, network: 200, process: 5_000 } as const;

/** The caller that waits. */
export interface Waiter {
  /** Thumbprint of the installation's signing key. */
  readonly jkt: string;
  readonly network: string;
}

/** Calls that wait for visitors to decide. */
export interface DecisionWaits {
  /**
   * Resolves when the approval is decided, after ten seconds, or when the caller disconnects or the process stops; immediately
   * if too many calls wait. Never rejects.
   */
  wait(id: string, waiter: Waiter, signal: AbortSignal): Promise<void>;
  /** Ends all waits and prevents new ones. */
  close(): void;
}

interface Waiting extends Waiter {
  readonly id: string;
  readonly end: () => void;
}

/**
 * All waiting calls of this process share one database query, twice a second, because another replica may receive the
 * decision.
 *
 * @param findDecided - Returns which of these approvals are decided.
 */
export function decisionWaits(
  findDecided: (ids: readonly string[]) => Promise<readonly string[]>,
): DecisionWaits {
  const waiting = new Set<Waiting>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  const look = async () => {
    const ids = [...new Set([...waiting].map(({ id }) => id))];
    // If the database fails, all calls keep waiting for the next query.
    const decided = new Set(ids.length === 0 ? [] : await findDecided(ids).catch(() => []));
    for (const one of waiting) if (decided.has(one.id)) one.end();
    timer = undefined;
    schedule();
  };
  const schedule = () => {
    if (waiting.size > 0) timer ??= setTimeout(look, LOOK);
  };
  const isFull = ({ jkt, network }: Waiter) => {
    const all = [...waiting];
    return (
      all.length >= MOST.process ||
      all.filter(one => one.jkt === jkt).length >= MOST.installation ||
      all.filter(one => one.network === network).length >= MOST.network
    );
  };
  return {
    wait(id, { jkt, network }, signal) {
      if (isClosed || signal.aborted || isFull({ jkt, network })) return Promise.resolve();
      return new Promise(resolve => {
        const end = () => {
          waiting.delete(own);
          clearTimeout(late);
          signal.removeEventListener('abort', end);
          resolve();
        };
        const own: Waiting = { id, jkt, network, end };
        const late = setTimeout(end, WAIT);
        signal.addEventListener('abort', end, { once: true });
        waiting.add(own);
        schedule();
      });
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const { end } of waiting) end();
    },
  };
}
