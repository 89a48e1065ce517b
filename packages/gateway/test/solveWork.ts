import { createHash } from 'node:crypto';
import type { SolvedWork } from '../src/wallet/shared/workPuzzles.js';

/**
 * Solves a sign-in's proof-of-work puzzle.
 *
 * @param from - First number to try.
 */
export function solveWork(challenge: string, bits: number, from = 0): SolvedWork {
  for (let solution = from; ; solution += 1) {
    const hash = createHash('sha256').update(`${challenge}:${solution}`).digest();
    if (Math.clz32(hash.readUInt32BE()) >= bits) return { challenge, solution };
  }
}
