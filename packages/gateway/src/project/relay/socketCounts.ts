import { addressCounts } from './addressCounts.js';
import { Refusal } from './admission.js';
import { CLOSE } from './closeCodes.js';
import type { RelayLimits } from './relayLimits.js';

/** Maximum number of handshakes being decided; further ones are rejected. */
const MAX_PENDING = 512;

/** Counts open sockets and handshakes being decided. */
export interface SocketCounts {
  /** Counts a socket of an address; returns the function that removes it. @throws Refusal at a limit. */
  take(address: string): () => void;
  /** Starts deciding on a handshake, and counts it until the promise settles. The promise never rejects. */
  decide(begin: () => Promise<void>): void;
}

export function socketCounts({ sockets, socketsPerAddress }: RelayLimits): SocketCounts {
  const counts = addressCounts(socketsPerAddress);
  let open = 0;
  let pending = 0;
  return {
    take(address) {
      if (open >= sockets || pending > MAX_PENDING) {
        throw new Refusal(503, CLOSE.OVERLOADED, 'OVERLOADED', 'As many sockets are open as may be');
      }
      const release = counts.take(address);
      if (!release) {
        throw new Refusal(429, CLOSE.RATE_LIMITED, 'TOO_MANY_SOCKETS', 'This address has too many sockets');
      }
      open += 1;
      return () => {
        open -= 1;
        release();
      };
    },
    decide(begin) {
      pending += 1;
      void begin().finally(() => {
        pending -= 1;
      });
    },
  };
}
