export interface Rate {
  /** Calls of one method in a window. */
  readonly perMethod: number;
  /** Calls of all methods in a window. */
  readonly inAll: number;
  /** Length of a window in milliseconds. */
  readonly window: number;
}

/** The limits of Solana's public nodes (https://solana.com/docs/references/clusters, read on 29 November 2026). */
export const PUBLIC_RATE: Rate = { perMethod: 40, inAll: 100, window: 10_000 };

/** Counts calls in windows of a fixed length. A refused request is not counted. */
export class RateLimit {
  readonly #rate: Rate;
  #ends = 0;
  #counts = new Map<string, number>();

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  /** Counts the calls of a request. Returns 0, or the seconds until the next window if a limit would be passed. */
  count(methods: readonly string[]): number {
    const now = performance.now();
    if (now >= this.#ends) {
      this.#ends = now + this.#rate.window;
      this.#counts = new Map();
    }
    const counts = new Map(this.#counts);
    for (const method of methods) counts.set(method, (counts.get(method) ?? 0) + 1);
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const isOver = total > this.#rate.inAll || Math.max(0, ...counts.values()) > this.#rate.perMethod;
    if (isOver) return Math.max(1, Math.ceil((this.#ends - now) / 1_000));
    this.#counts = counts;
    return 0;
  }
}
