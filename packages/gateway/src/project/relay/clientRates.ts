import type { Session } from './Session.js';
import { type TokenBucket, tokenBucket } from './tokenBucket.js';

/**
 * Creates one bucket for all sockets of a client; it is dropped with the last of them.
 *
 * @param perClient - Requests per second; 0: no limit.
 */
export function clientRates(perClient: number, now: () => number): (session: Session) => TokenBucket {
  const rates = new Map<string, { readonly bucket: TokenBucket; sockets: number }>();
  return ({ client, socket }) => {
    const rate = rates.get(client) ?? { bucket: tokenBucket(perClient, now()), sockets: 0 };
    rates.set(client, rate);
    rate.sockets += 1;
    socket.once('close', () => {
      rate.sockets -= 1;
      if (rate.sockets === 0) rates.delete(client);
    });
    return rate.bucket;
  };
}
