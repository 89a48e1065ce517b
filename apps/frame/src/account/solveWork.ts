import { sha256 } from '@noble/hashes/sha2';
import { utf8ToBytes } from '@noble/hashes/utils';

/** Milliseconds of work before the page can draw and respond. */
const PIECE = 8;
/** Hashes between two checks of the clock. */
const BATCH = 64;

/** A proof-of-work puzzle that the wallet service requires from an installation new to an address. */
export interface Puzzle {
  readonly challenge: string;
  readonly bits: number;
}

/**
 * Finds a number for which SHA-256 of `challenge:number` starts with `bits` zero bits, without blocking the page.
 *
 * @param rest - Resolves when the page had time for other tasks. Default: after the queued tasks.
 */
export async function solveWork(
  { challenge, bits }: Puzzle,
  rest: () => Promise<void> = nextTurn,
): Promise<{ challenge: string; solution: number }> {
  let solution = 0;
  for (;;) {
    const end = performance.now() + PIECE;
    while (performance.now() < end) {
      for (const last = solution + BATCH; solution < last; solution += 1) {
        if (isSolved(challenge, solution, bits)) return { challenge, solution };
      }
    }
    await rest();
  }
}

/** Supports up to 32 bits; the service never requires more. */
function isSolved(challenge: string, solution: number, bits: number): boolean {
  const hash = sha256(utf8ToBytes(`${challenge}:${solution}`));
  return Math.clz32(new DataView(hash.buffer, hash.byteOffset).getUint32(0)) >= bits;
}

/** Uses a message, since browsers throttle repeated timers, in hidden tabs to one second. */
function nextTurn(): Promise<void> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
