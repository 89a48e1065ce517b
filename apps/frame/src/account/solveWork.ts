import { sha256 } from '@noble/hashes/sha2';
import { utf8ToBytes } from '@noble/hashes/utils';

/** Milliseconds of one piece of work: the page draws and answers in between. */
const PIECE = 8;
/** Hashes between two looks at the clock. */
const BATCH = 64;

/** A puzzle that the gateway asks of an installation that is new to an address. */
export interface Puzzle {
  readonly challenge: string;
  readonly bits: number;
}

/**
 * Finds a number for which SHA-256 of `challenge:number` begins with `bits` zero bits, in pieces that block nothing.
 *
 * @param rest - Resolves when the page had its turn. Default: after the tasks that wait.
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

/** More than 32 bits are never asked for. */
function isSolved(challenge: string, solution: number, bits: number): boolean {
  const hash = sha256(utf8ToBytes(`${challenge}:${solution}`));
  return Math.clz32(new DataView(hash.buffer, hash.byteOffset).getUint32(0)) >= bits;
}

/** A message: browsers make timers wait longer and longer, and in a hidden tab for a second. */
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
