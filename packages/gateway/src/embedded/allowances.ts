import { GatewayError } from '../http/GatewayError.js';
import type { Counters } from '../ports/Counters.js';
import type { Allowance } from './walletLimits.js';

/** Counts what may be done only so often. While the counters are away, everything counted is refused. */
export interface Allowances {
  /**
   * Counts one use.
   *
   * @param kind - What is counted, for example `mail`.
   * @param key - Who is counted: a blind index, a thumbprint, a network.
   * @throws GatewayError 429 `RATE_LIMITED`, with the seconds to wait.
   */
  take(kind: string, key: string, allowance: Allowance): Promise<void>;
}

/** @param factor - Multiplies every allowance: 10 in development. */
export function allowances(counters: Counters, factor: number): Allowances {
  return {
    async take(kind, key, { count, window }) {
      const state = await counters.increment(`${kind}:${window}:${key}`, 1, window);
      if (state.count <= count * factor) return;
      const retryAfter = Math.max(1, Math.ceil(state.resetsIn / 1_000));
      throw new GatewayError(429, 'RATE_LIMITED', 'Too many requests', { context: { retryAfter } });
    },
  };
}
