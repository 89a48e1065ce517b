import { HttpError } from '../../platform/http/HttpError.js';
import type { Counters, Reservation } from '../../platform/ports/Counters.js';
import { recordTaken } from './takenAllowances.js';
import type { Allowance } from './walletLimits.js';

/** Rate limits. If the counters fail, every limited call is refused. */
export interface Allowances {
  /**
   * Counts one use.
   *
   * @param kind - What is counted, for example `mail`.
   * @param key - Who is counted: a blind index, a thumbprint, a network.
   * @throws HttpError 429 `RATE_LIMITED`, with the seconds to wait.
   */
  take(kind: string, key: string, allowance: Allowance): Promise<void>;
  /**
   * The same, for an email that this call sends: if it does not leave, the use is given back, at most three times in an hour. Not for
   * limits that strangers, a network or a project share: these count what a call costs.
   */
  takeForMail(kind: string, key: string, allowance: Allowance): Promise<void>;
  /**
   * Counts one use of what counts only if it fails, such as a code, before it is known: parallel tries never exceed the limit. What did
   * not fail is given back.
   *
   * @returns undefined if the limit is reached.
   */
  reserve(kind: string, key: string, allowance: Allowance): Promise<Reservation | undefined>;
  /**
   * Counts one use of a limit that refuses no call.
   *
   * @returns whether this use reaches the limit.
   */
  note(kind: string, key: string, allowance: Allowance): Promise<boolean>;
  /** Used part of a limit: 1 is all of it, and it may be exceeded. */
  load(kind: string, key: string, allowance: Allowance): Promise<number>;
}

/** @param factor - Multiplies every limit: 10 in development. */
export function allowances(counters: Counters, factor: number): Allowances {
  const nameOf = (kind: string, key: string, { window }: Allowance) => `${kind}:${window}:${key}`;
  const use = async (kind: string, key: string, allowance: Allowance) => {
    const { count, window } = allowance;
    const state = await counters.increment(nameOf(kind, key, allowance), 1, window);
    if (state.count <= count * factor) return state;
    const retryAfter = Math.max(1, Math.ceil(state.resetsIn / 1_000));
    throw new HttpError(429, 'RATE_LIMITED', 'Too many requests', { context: { retryAfter } });
  };
  return {
    async take(kind, key, allowance) {
      await use(kind, key, allowance);
    },
    async takeForMail(kind, key, allowance) {
      const state = await use(kind, key, allowance);
      const name = nameOf(kind, key, allowance);
      const giveBack = () => counters.increment(name, -1, allowance.window);
      recordTaken({ counters, key: name, state, giveBack });
    },
    reserve: (kind, key, allowance) =>
      counters.reserve(nameOf(kind, key, allowance), allowance.count * factor, allowance.window),
    async note(kind, key, allowance) {
      const { count } = await counters.increment(nameOf(kind, key, allowance), 1, allowance.window);
      return count === allowance.count * factor;
    },
    async load(kind, key, allowance) {
      return (await counters.read(nameOf(kind, key, allowance))) / (allowance.count * factor);
    },
  };
}
