import { addressCounts } from './addressCounts.js';
import { Refusal } from './admission.js';
import { CLOSE } from './closeCodes.js';
import type { RelayLimits } from './relayLimits.js';

/** Handshakes that are decided about at one moment; more wait for nobody. */
const MAX_PENDING = 512;

/** Counts sockets, and handshakes that are decided about. */
export interface SocketCounts {
  /** Counts a socket of an address; gives what counts it off again. @throws Refusal there are as many as may be. */
  take(address: string): () => void;
  /** Begins to decide about a handshake, and counts it until then. The promise never rejects. */
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
