import { boundedMap } from '../boundedMap.js';
import type { Payer } from './fairBudget.js';

/** Window of the limits, in milliseconds. */
const WINDOW = 60_000;
/** Addresses, networks and projects that are remembered. */
const MOST_NAMES = 50_000;
/** Part of its limit that an address or network has left once a common limit is half used up. */
const SCARCE = 0.1;

/** Limits per minute. */
export interface RateLimits {
  /** Of one address, or one logged-in caller. */
  readonly address: number;
  /** Of an IPv4 /24 or IPv6 /48. */
  readonly wide: number;
  /** Of the strangers of one project. */
  readonly project: number;
  /** Of all strangers. */
  readonly all: number;
}

/** Counts uses per minute in the memory of this process: counting must not cost more than what it limits. */
export interface RateBudget {
  /** @returns undefined if there is room, else the seconds to wait. */
  take(payer: Payer, amount?: number): number | undefined;
}

/**
 * Creates a budget per minute. Once half of what all share is used up, each network gets a tenth of its limit, so that a few networks
 * cannot use up the rest.
 */
export function rateBudget(limits: RateLimits, now: () => number = Date.now): RateBudget {
  let counts = boundedMap<{ count: number }>(MOST_NAMES);
  let ends = 0;
  const countOf = (name: string) => {
    const known = counts.get(name);
    if (known) return known;
    const made = { count: 0 };
    counts.add(name, made);
    return made;
  };
  return {
    take({ key, wide, project, isKnown }, amount = 1) {
      const time = now();
      if (time >= ends || time < ends - WINDOW) {
        counts = boundedMap(MOST_NAMES);
        ends = time + WINDOW;
      }
      const own = countOf(`key ${key}`);
      const common = isKnown
        ? []
        : [
            { used: countOf('all'), limit: limits.all },
            ...(project === undefined
              ? []
              : [{ used: countOf(`project ${project}`), limit: limits.project }]),
          ];
      const isScarce = common.some(({ used, limit }) => used.count * 2 >= limit);
      const share = isScarce ? SCARCE : 1;
      const ofNetwork = isKnown ? [] : [{ used: countOf(`wide ${wide}`), limit: limits.wide * share }];
      const all = [{ used: own, limit: limits.address * share }, ...ofNetwork, ...common];
      if (all.some(({ used, limit }) => used.count + amount > limit))
        return Math.max(1, Math.ceil((ends - time) / 1_000));
      for (const { used } of all) used.count += amount;
      return undefined;
    },
  };
}
