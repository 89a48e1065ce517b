import { createHash } from 'node:crypto';
import type { SolvedWork } from '../embedded/workPuzzles.js';

/**
 * Solves a puzzle of the sign-in.
 *
 * @param from - The first number that is tried.
 */
export function solveWork(challenge: string, bits: number, from = 0): SolvedWork {
  for (let solution = from; ; solution += 1) {
    const hash = createHash('sha256').update(`${challenge}:${solution}`).digest();
    if (Math.clz32(hash.readUInt32BE()) >= bits) return { challenge, solution };
  }
}
