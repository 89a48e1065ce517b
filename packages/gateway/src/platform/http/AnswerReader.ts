import type { Hold, Payer } from './fairBudget.js';
import type { Traffic } from './traffic.js';

/** What of one response has arrived. */
export interface Intake {
  /** Maximum size of a response, in bytes. */
  readonly limit: number;
  /** Counts bytes that have arrived. Returns false if there is no room for them: the response is ended. */
  take(bytes: number): boolean;
  /** Gives back what was counted, once the response is complete. */
  release(): void;
}

/** Limits what nodes may send in response to a call. */
export interface AnswerReader {
  /** Maximum size of a response, in bytes. */
  readonly limit: number;
  open(): Intake;
}

const MB = 1_048_576;

/** Maximum size of a response for strangers: a contract chooses what a call of it returns. */
const PUBLIC_LIMIT = 2 * MB;

/** The same for a logged-in wallet: Solana returns all tokens of an account at once. */
const WALLET_LIMIT = 8 * MB;

/** What a response takes in memory while it is read: its bytes, and the text and the values made of them. */
const COPIES = 3;

const uncounted = (limit: number): AnswerReader => ({
  limit,
  open: () => ({ limit, take: () => true, release: () => {} }),
});

/** For strangers whose bytes are not counted. */
export const PUBLIC_READER = uncounted(PUBLIC_LIMIT);

/** For the gateway's own reading of blocks and logs. */
export const OWN_READER = uncounted(32 * MB);

/** Reads for a caller, within the budgets of bytes. */
export function budgetedReader(
  { bytes, nodeBytes }: Pick<Traffic, 'bytes' | 'nodeBytes'>,
  payer: Payer,
): AnswerReader {
  const limit = payer.isKnown ? WALLET_LIMIT : PUBLIC_LIMIT;
  return {
    limit,
    open() {
      const holds: Hold[] = [];
      return {
        limit,
        take(size) {
          if (nodeBytes.take(payer, size) !== undefined) return false;
          const hold = bytes.take(payer, size * COPIES);
          if (hold !== undefined) holds.push(hold);
          return hold !== undefined;
        },
        release() {
          for (const hold of holds.splice(0)) hold.release();
        },
      };
    },
  };
}
