import type { TextKey } from '../approval/texts/en.js';

/** What fills a slot of a sentence: a text as it is shown, or a decimal number that is written the visitor's way. */
export type Slot = string | { readonly number: string };

/** A sentence of the catalogue, and what fills its slots. */
export interface Line {
  readonly text: TextKey;
  readonly slots?: Readonly<Record<string, Slot>>;
}

/**
 * How much a hijacked approval would cost. `R1`: no rights and no value: a right sign-in to the host, a readable message, typed
 * data that no contract takes. `R2`: what was read, and moves value or gives rights, and all other typed data. `R3`: what could
 * not be read, and what gives power away for good.
 */
export type Risk = 'R1' | 'R2' | 'R3';

/** Something that the visitor gains, loses or lets others take. */
export interface Change {
  readonly tone: 'in' | 'out' | 'risk';
  readonly line: Line;
  readonly note?: Line | undefined;
  /** Image of a listed token: an id for the wallet's own service. Of others there is none. */
  readonly image?: string | undefined;
}

/** Something worth knowing, with its name. An address is shown whole. */
export interface Fact {
  readonly label: TextKey;
  readonly value: Line | { readonly address: string } | { readonly plain: string };
}

/** A field of typed data: where it is, and what it says. */
export interface Field {
  readonly path: string;
  readonly value: string;
}

/** What a request does, read from the bytes that are signed. Every text of others in it can be shown as it is. */
export interface Review {
  readonly risk: Risk;
  readonly action: Line;
  readonly changes: readonly Change[];
  readonly facts: readonly Fact[];
  readonly warnings: readonly Line[];
  /** Why it cannot be approved; empty: it can. */
  readonly blocks: readonly Line[];
  /** What the account lacks to pay for it: until it is there, it cannot be approved. */
  readonly shortage?: Line | undefined;
  /** The message that is signed, whole. */
  readonly message?: string | undefined;
  readonly fields?: readonly Field[] | undefined;
  /** Bytes and hashes, for those who look at them. */
  readonly raw: readonly { readonly label: TextKey; readonly text: string }[];
}

/** The higher of two risks. */
export function worse(one: Risk, other: Risk): Risk {
  return one > other ? one : other;
}

/** Several reviews as one: the risk is the highest, and nothing is left out. */
export function joinReviews(action: Line, reviews: readonly Review[]): Review {
  return {
    risk: reviews.map(({ risk }) => risk).reduce(worse, 'R1'),
    action,
    changes: reviews.flatMap(one => one.changes),
    facts: reviews.flatMap(one => one.facts),
    warnings: reviews.flatMap(one => one.warnings),
    blocks: reviews.flatMap(one => one.blocks),
    shortage: reviews.map(one => one.shortage).find(one => one !== undefined),
    raw: reviews.flatMap(one => one.raw),
  };
}
