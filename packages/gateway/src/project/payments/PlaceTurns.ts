import { randomInt } from 'node:crypto';
import type { ReadPosition } from './TransferSource.js';

/** Places of which one node is asked at once, at most. */
const MOST_AT_ONCE = 8;

/** A place of which a part was read, because its transactions are listed by very many accounts. */
export interface ReadPart {
  /** The accounts whose transactions were read. */
  readonly accounts: ReadonlySet<string>;
  /** How far the first of them were read. */
  readonly to: ReadPosition;
}

/** What a step has done with the turns of some places. */
export interface TakenTurns {
  /** Places that had their turn. */
  readonly taken: readonly string[];
  /** Those of them about which nodes have failed: the next round begins with them. */
  readonly failed: readonly string[];
  /** Places of which everything was read, and how far. */
  readonly readTo: ReadonlyMap<string, ReadPosition>;
  /** Places of which only a part was read. Default: none. */
  readonly parts?: ReadonlyMap<string, ReadPart>;
}

/**
 * The turns of a chain's places, which are recipients with a token each. In a round, each has one turn, so that none of them waits longer
 * than a round, however many there are and however few calls a node allows. Only one process remembers it: each round begins
 * at any place, so that kills and limits do not always meet the same ones.
 */
export class PlaceTurns {
  readonly #taken = new Set<string>();
  readonly #failed = new Set<string>();
  readonly #readTo = new Map<string, ReadPosition>();
  readonly #parts = new Map<string, ReadPart>();
  #chain = '';
  #atOnce = MOST_AT_ONCE;

  /** Calls that a step makes at once: fewer after a node has allowed none of so many. */
  get atOnce(): number {
    return this.#atOnce;
  }

  /** Adapts `atOnce`. */
  adapt(wasTooMuch: boolean): void {
    this.#atOnce = wasTooMuch
      ? Math.max(1, Math.floor(this.#atOnce / 2))
      : Math.min(MOST_AT_ONCE, 2 * this.#atOnce);
  }

  /** The places that have not had their turn; of a round that is over, all. */
  left(places: readonly string[]): readonly string[] {
    const waiting = places.filter(place => !this.#taken.has(place));
    if (waiting.length > 0 && waiting.length < places.length) return waiting;
    this.#taken.clear();
    const first = places.length > 0 ? randomInt(places.length) : 0;
    const rotated = [...places.slice(first), ...places.slice(0, first)];
    const isFailed = (place: string) => this.#failed.has(place);
    return [...rotated.filter(isFailed), ...rotated.filter(place => !isFailed(place))];
  }

  /** How far a place was read. Undefined: only as far as the chain. */
  readTo(place: string): ReadPosition | undefined {
    return this.#readTo.get(place);
  }

  /** What was read of a place that is not read whole yet. Undefined: nothing. */
  part(place: string): ReadPart | undefined {
    return this.#parts.get(place);
  }

  /** Whether places are left in a round after a step. */
  isOpen(places: readonly string[], { taken }: TakenTurns): boolean {
    const now = new Set(taken);
    return places.some(place => !this.#taken.has(place) && !now.has(place));
  }

  /**
   * Remembers what a step has read.
   *
   * @param except - Places about which it did not know enough.
   */
  keep({ taken, failed, readTo, parts }: TakenTurns, except: ReadonlySet<string>): void {
    for (const place of taken) {
      this.#taken.add(place);
      this.#failed.delete(place);
    }
    for (const place of failed) this.#failed.add(place);
    for (const [place, part] of parts ?? []) if (!except.has(place)) this.#parts.set(place, part);
    for (const [place, to] of readTo) {
      if (except.has(place)) continue;
      this.#readTo.set(place, to);
      this.#parts.delete(place);
    }
  }

  /**
   * Forgets other places, and of another chain how far they were read.
   *
   * @param chain - Differs if the chain was restarted.
   */
  begin(places: ReadonlySet<string>, chain: string): void {
    const isOther = chain !== this.#chain;
    this.#chain = chain;
    for (const known of [this.#readTo, this.#parts])
      for (const place of known.keys()) if (isOther || !places.has(place)) known.delete(place);
    for (const known of [this.#taken, this.#failed])
      for (const place of known) if (isOther || !places.has(place)) known.delete(place);
  }
}
