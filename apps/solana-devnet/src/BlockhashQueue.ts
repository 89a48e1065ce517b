import { createHash, randomBytes } from 'node:crypto';
import { toBase58 } from './base58.js';

/** A blockhash and the last block height at which a transaction with it is accepted. */
export interface Lifetime {
  readonly blockhash: string;
  readonly lastValidBlockHeight: bigint;
}

/**
 * The recent blockhashes of a chain, one per slot. LiteSVM knows only its latest one, which is the same in every instance, so
 * this class implements the expiry of transactions and the separation of chains.
 */
export class BlockhashQueue {
  readonly #recent = new Map<string, bigint>();
  readonly #validSlots: bigint;
  #latest: Lifetime = { blockhash: '', lastValidBlockHeight: 0n };

  /** @param validSlots - Number of slots for which a blockhash is valid; 150 on public clusters. */
  constructor(validSlots: number) {
    this.#validSlots = BigInt(validSlots);
  }

  get latest(): Lifetime {
    return this.#latest;
  }

  isValid(blockhash: string): boolean {
    return this.#recent.has(blockhash);
  }

  /** Adds the blockhash of a new slot and removes expired ones. */
  advance(slot: bigint): void {
    const blockhash = toBase58(createHash('sha256').update(`${slot}`).update(randomBytes(32)).digest());
    const lastValidBlockHeight = slot + this.#validSlots;
    this.#latest = { blockhash, lastValidBlockHeight };
    this.#recent.set(blockhash, lastValidBlockHeight);
    for (const [known, last] of this.#recent) {
      if (last >= slot) break;
      this.#recent.delete(known);
    }
  }
}
