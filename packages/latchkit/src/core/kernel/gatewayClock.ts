import type { Latchkit } from '../Latchkit.js';
import { instanceSlot } from './Kernel.js';

/** Differences in ms below which the page's clock counts as right: a Date header has whole seconds, and answers take time. */
const EXACT_MS = 5_000;

/** The gateway's time. Clocks of visitors are often wrong, and what they sign is checked by the gateway's. */
export interface GatewayClock {
  /** Milliseconds since 1970 by the gateway's clock; by the page's until the gateway has answered. */
  now(): number;
  /** Converts a time of the gateway to the page's clock, in ms since 1970. */
  pageTime(time: number): number;
  /** Reads the time of an answer. */
  read(answer: Response): void;
}

const slot = /* @__PURE__ */ instanceSlot<GatewayClock>('gatewayClock');

/** The clock of an instance's gateway. */
export function gatewayClock(kit: Pick<Latchkit, 'kernel'>): GatewayClock {
  const known = slot.get(kit);
  if (known) return known;
  const made = createGatewayClock();
  slot.set(kit, made);
  return made;
}

/** Creates a clock that follows the Date header of answers (RFC 9110, 6.6.1). */
export function createGatewayClock(): GatewayClock {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    pageTime: time => time - ahead,
    read({ headers }) {
      // A cache answers with the time at which it was filled.
      if (!headers.get('cache-control')?.includes('no-store')) return;
      const difference = Date.parse(headers.get('date') ?? '') - Date.now();
      if (!Number.isNaN(difference)) ahead = Math.abs(difference) < EXACT_MS ? 0 : difference;
    },
  };
}
