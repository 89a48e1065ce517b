import { networksOf } from './networksOf.js';

/** Who uses a part of a budget. */
export interface Payer {
  /** The IPv4 address or IPv6 /64 of a stranger, or the key of a logged-in caller. */
  readonly key: string;
  /** The IPv4 /24 or IPv6 /48 around a stranger; for others the key. */
  readonly wide: string;
  /** Project that the request names. */
  readonly project: string | undefined;
  /** Whether the caller has proved a login. */
  readonly isKnown: boolean;
}

/** The payer of a request without a login. */
export function stranger(address: string, project?: string): Payer {
  return { key: address, wide: networksOf(address).wide, project, isKnown: false };
}

/** The payer of a request with a login. @param key - Identifies the user or installation. */
export function knownCaller(key: string): Payer {
  return { key: `known ${key}`, wide: `known ${key}`, project: undefined, isKnown: true };
}

/** Limits of a budget. */
export interface BudgetLimits {
  /** Of one address, or one logged-in caller. */
  readonly address: number;
  /** Of an IPv4 /24 or IPv6 /48. */
  readonly wide: number;
  /** Of the strangers of one project. */
  readonly project: number;
  /** Of all strangers; the rest of `all` is for logged-in callers. */
  readonly strangers: number;
  readonly all: number;
}

/** A used part of a budget. */
export interface Hold {
  /** Further calls do nothing. */
  release(): void;
}

/** What is left over of a budget is shared: nobody gets more than the heaviest user when it is used up. */
export interface FairBudget {
  /**
   * Uses a part. If the common part is used up, a user who holds more than this one would loses the oldest part that can be taken
   * away, so that one network cannot lock out others.
   *
   * @param amount - More than 0.
   * @param shed - Ends the use, when the part is taken away. Undefined: it cannot be.
   * @returns undefined if it is refused.
   */
  take(payer: Payer, amount: number, shed?: () => void): Hold | undefined;
  /** Part in use. */
  readonly used: number;
}

/** A sum of parts; parts refer to theirs, so that comparing many is cheap. */
interface Sum {
  readonly name: string;
  /** Where it is kept while it is not 0. */
  readonly kept: Map<string, Sum> | undefined;
  total: number;
}

interface Sums {
  /** Of the same address or logged-in caller. */
  readonly own: Sum;
  /** Of the same IPv4 /24 or IPv6 /48. */
  readonly wide: Sum;
  readonly project: Sum | undefined;
}

interface Part extends Hold {
  readonly isKnown: boolean;
  readonly sums: Sums;
  readonly shed: (() => void) | undefined;
}

/** Receives how often a budget refused, or took a part away. */
export type BudgetEvent = (outcome: 'refused' | 'shed') => void;

/** Creates a budget of this process. */
export function fairBudget(limits: BudgetLimits, onEvent: BudgetEvent = () => {}): FairBudget {
  const parts = new Set<Part>();
  const owns = new Map<string, Sum>();
  const wides = new Map<string, Sum>();
  const projects = new Map<string, Sum>();
  const strangers: Sum = { name: '', kept: undefined, total: 0 };
  const all: Sum = { name: '', kept: undefined, total: 0 };
  const addAll = (isKnown: boolean, { own, wide, project }: Sums, amount: number) => {
    add(all, amount);
    add(own, amount);
    if (isKnown) return;
    add(strangers, amount);
    add(wide, amount);
    if (project !== undefined) add(project, amount);
  };
  const makeRoom = (asked: Asked, limit: number, sum: Sum, isMeant: (part: Part) => boolean): boolean => {
    while (sum.total + asked.amount > limit) {
      const part = heaviest(parts, asked, isMeant);
      if (part === undefined) return false;
      part.release();
      onEvent('shed');
      part.shed?.();
    }
    return true;
  };
  const hasRoom = (asked: Asked): boolean => {
    const { own, wide, project } = asked.sums;
    if (own.total + asked.amount > limits.address) return false;
    if (!asked.isKnown) {
      if (!makeRoom(asked, limits.wide, wide, part => part.sums.wide === wide)) return false;
      if (project && !makeRoom(asked, limits.project, project, part => part.sums.project === project))
        return false;
      if (!makeRoom(asked, limits.strangers, strangers, part => !part.isKnown)) return false;
    }
    return makeRoom(asked, limits.all, all, () => true);
  };
  return {
    take({ key, wide, project, isKnown }, amount, shed) {
      const own = sumIn(owns, key);
      const sums: Sums = {
        own,
        wide: isKnown ? own : sumIn(wides, wide),
        project: isKnown || project === undefined ? undefined : sumIn(projects, project),
      };
      if (!hasRoom({ isKnown, sums, amount })) {
        onEvent('refused');
        return undefined;
      }
      addAll(isKnown, sums, amount);
      const part: Part = {
        isKnown,
        sums,
        shed,
        release() {
          if (parts.delete(part)) addAll(isKnown, sums, -amount);
        },
      };
      parts.add(part);
      return part;
    },
    get used() {
      return all.total;
    },
  };
}

function sumIn(kept: Map<string, Sum>, name: string): Sum {
  return kept.get(name) ?? { name, kept, total: 0 };
}

function add(sum: Sum, amount: number): void {
  const wasKept = sum.total > 0;
  sum.total += amount;
  if (sum.total <= 0) sum.kept?.delete(sum.name);
  else if (!wasKept) sum.kept?.set(sum.name, sum);
}

interface Asked {
  readonly isKnown: boolean;
  readonly sums: Sums;
  readonly amount: number;
}

/** The oldest part that can be taken away from the heaviest user, if that user has more than the one who asks would have. */
function heaviest(
  parts: ReadonlySet<Part>,
  asked: Asked,
  isMeant: (part: Part) => boolean,
): Part | undefined {
  let found: Part | undefined;
  for (const part of parts) {
    if (part.shed === undefined || !isMeant(part)) continue;
    if (found === undefined || isHeavier(part, found)) found = part;
  }
  // Logged-in callers come before strangers.
  if (found === undefined || (found.isKnown && !asked.isKnown)) return undefined;
  if (asked.isKnown && !found.isKnown) return found;
  const { own, wide } = asked.sums;
  const isNeighbour = found.sums.wide === wide;
  const [theirs, mine] = isNeighbour ? [found.sums.own, own] : [found.sums.wide, wide];
  return theirs.total > mine.total + asked.amount ? found : undefined;
}

function isHeavier(one: Part, other: Part): boolean {
  if (one.isKnown !== other.isKnown) return other.isKnown;
  const [first, second] = [one.sums, other.sums];
  return first.wide === second.wide
    ? first.own.total > second.own.total
    : first.wide.total > second.wide.total;
}
