import { fairBudget, stranger } from '../../platform/http/fairBudget.js';
import { Refusal } from './admission.js';
import { CLOSE } from './closeCodes.js';
import type { RelayLimits } from './relayLimits.js';

/** How many addresses' worth of sockets an IPv4 /24 or IPv6 /48 has. */
const ADDRESSES = 4;
/** Handshakes being decided above which those of a network that has more than a few are rejected, and all above four times as many. */
const MAX_PENDING = 512;
const FEW_PENDING = 32;

/** Counts open sockets and handshakes being decided. */
export interface SocketCounts {
  /**
   * Counts a socket of an address. At the limit of the process, a network with more sockets loses its oldest.
   *
   * @param shed - Closes the socket.
   * @returns the function that removes it.
   * @throws Refusal at a limit.
   */
  take(address: string, shed: () => void): () => void;
  /** Starts deciding on a handshake, and counts it until the promise settles. The promise never rejects. */
  decide(address: string, begin: () => Promise<void>): void;
}

export function socketCounts({ sockets, socketsPerAddress }: RelayLimits): SocketCounts {
  const most = socketsPerAddress > 0 ? socketsPerAddress : sockets;
  const budget = fairBudget({
    address: most,
    wide: most * ADDRESSES,
    project: sockets,
    strangers: sockets,
    all: sockets,
  });
  let pending = 0;
  const pendingOf = new Map<string, number>();
  const isCrowded = (wide: string) =>
    pending > 4 * MAX_PENDING || (pending > MAX_PENDING && (pendingOf.get(wide) ?? 0) > FEW_PENDING);
  return {
    take(address, shed) {
      const payer = stranger(address);
      const hold = isCrowded(payer.wide) ? undefined : budget.take(payer, 1, shed);
      if (hold !== undefined) return hold.release;
      if (budget.used >= sockets || isCrowded(payer.wide)) {
        throw new Refusal(503, CLOSE.OVERLOADED, 'OVERLOADED', 'As many sockets are open as may be');
      }
      throw new Refusal(429, CLOSE.RATE_LIMITED, 'TOO_MANY_SOCKETS', 'This address has too many sockets');
    },
    decide(address, begin) {
      const { wide } = stranger(address);
      pending += 1;
      pendingOf.set(wide, (pendingOf.get(wide) ?? 0) + 1);
      void begin().finally(() => {
        pending -= 1;
        const left = (pendingOf.get(wide) ?? 1) - 1;
        if (left > 0) pendingOf.set(wide, left);
        else pendingOf.delete(wide);
      });
    },
  };
}
