import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { RootSecret } from '../../platform/keyvault/rootSecret.js';
import type { Counters } from '../../platform/ports/Counters.js';
import { WALLET_TIMES } from './walletLimits.js';

/** A solved puzzle, as an installation sends it. */
export interface SolvedWork {
  readonly challenge: string;
  readonly solution: number;
}

/** Puzzles that cost one visitor a moment and an attacker with thousands of sign-ins a machine. */
export interface WorkPuzzles {
  /**
   * Creates a puzzle. Nothing is stored: the challenge contains its difficulty and expiry, and is signed for its user.
   *
   * @param bits - Zero bits that the hash must start with, 2^bits hashes on average.
   * @param boundTo - Who may use it, and for what.
   */
  make(bits: number, boundTo: string): string;
  /** Whether the solution is correct, for the same `boundTo`, in time, and used for the first time. */
  accept(work: SolvedWork, boundTo: string): Promise<boolean>;
}

export function workPuzzles(secret: RootSecret, counters: Counters): WorkPuzzles {
  const seal = (head: string, boundTo: string) => secret.index('work', `${head}|${boundTo}`);
  return {
    make(bits, boundTo) {
      const ends = Date.now() + WALLET_TIMES.work;
      const head = `${bits}.${ends}.${randomBytes(12).toString('base64url')}`;
      return `${head}.${seal(head, boundTo)}`;
    },
    async accept({ challenge, solution }, boundTo) {
      const at = challenge.lastIndexOf('.');
      const head = challenge.slice(0, at);
      if (!isSame(challenge.slice(at + 1), seal(head, boundTo))) return false;
      const [bits, ends] = head.split('.').map(Number);
      if (bits === undefined || ends === undefined || ends <= Date.now()) return false;
      if (zeroBits(challenge, solution) < bits) return false;
      // Only solved puzzles are stored: each allows one start.
      return (await counters.increment(`work:${head}`, 1, WALLET_TIMES.work)).count === 1;
    },
  };
}

/** Counts the leading zero bits of the hash. */
function zeroBits(challenge: string, solution: number): number {
  const hash = createHash('sha256').update(`${challenge}:${solution}`).digest();
  const zeroBytes = hash.findIndex(byte => byte !== 0);
  return zeroBytes * 8 + Math.clz32(hash[zeroBytes] ?? 0) - 24;
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
