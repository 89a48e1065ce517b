/** Milliseconds that a call waits for a decision. Proxies and the wallet page's own limit allow for more. */
const WAIT = 10_000;

/** Milliseconds between two looks at the database. */
const LOOK = 500;

/** Calls that may wait at one time: of one installation, of one network, and in this process. */
const MOST = { installation: 4, network: 200, process: 5_000 } as const;

/** Who waits. */
export interface Waiter {
  /** Thumbprint of the installation's signing key. */
  readonly jkt: string;
  readonly network: string;
}

/** Calls that wait for visitors to decide. */
export interface DecisionWaits {
  /**
   * Resolves once the approval is decided; after ten seconds; when the caller hangs up or the process stops; and at once where too
   * many calls wait. Never rejects.
   */
  wait(id: string, waiter: Waiter, signal: AbortSignal): Promise<void>;
  /** Ends every wait, and lets no other begin. */
  close(): void;
}

interface Waiting extends Waiter {
  readonly id: string;
  readonly end: () => void;
}

/**
 * All calls that wait in this process share one look at the database, twice a second: the decision may be made in another
 * replica.
 *
 * @param findDecided - Which of these approvals are decided.
 */
export function decisionWaits(
  findDecided: (ids: readonly string[]) => Promise<readonly string[]>,
): DecisionWaits {
  const waiting = new Set<Waiting>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  const look = async () => {
    const ids = [...new Set([...waiting].map(({ id }) => id))];
    // Without an answer of the database everybody waits on: the next look may reach it.
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
