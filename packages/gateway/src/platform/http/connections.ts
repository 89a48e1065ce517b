import type { Duplex } from 'node:stream';
import { type BudgetEvent, type BudgetLimits, fairBudget, type Hold, type Payer } from './fairBudget.js';

/** Open connections of a process. */
export interface Connections {
  /**
   * Counts a connection until it closes. At the limit of its address, the oldest one without a request is closed in its favour; it
   * is closed itself if there is none.
   */
  add(socket: Duplex, payer: Payer): void;
  /** A request begins on a connection; call the result at its end. */
  use(socket: Duplex): () => void;
  /** Counts a connection no longer. */
  forget(socket: Duplex): void;
  readonly used: number;
}

/** Counts the connections of a process, and which of them have no request. */
export function connections(limits: BudgetLimits, onEvent: BudgetEvent): Connections {
  const budget = fairBudget(limits, onEvent);
  const open = new WeakMap<Duplex, { readonly hold: Hold; readonly idle: Set<Duplex> }>();
  const addresses = new Map<string, { count: number; readonly idle: Set<Duplex> }>();
  const forget = (socket: Duplex) => {
    const entry = open.get(socket);
    open.delete(socket);
    entry?.hold.release();
    entry?.idle.delete(socket);
  };
  return {
    forget,
    add(socket, payer) {
      const own = addresses.get(payer.key) ?? { count: 0, idle: new Set() };
      const { idle } = own;
      const take = () => budget.take(payer, 1, () => void socket.destroy());
      let hold = take();
      if (hold === undefined) {
        // A set is in the order of its additions.
        const [oldest] = idle;
        if (oldest !== undefined) {
          forget(oldest);
          oldest.destroy();
          hold = take();
        }
      }
      if (hold === undefined) {
        socket.destroy();
        return;
      }
      open.set(socket, { hold, idle });
      idle.add(socket);
      own.count += 1;
      addresses.set(payer.key, own);
      socket.once('close', () => {
        forget(socket);
        own.count -= 1;
        if (own.count === 0) addresses.delete(payer.key);
      });
    },
    use(socket) {
      open.get(socket)?.idle.delete(socket);
      return () => void open.get(socket)?.idle.add(socket);
    },
    get used() {
      return budget.used;
    },
  };
}
