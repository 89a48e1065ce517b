import type { ChainTokens } from '../../chains/createTokenList.js';
import type { Line } from '../../texts/createTexts.js';
import type { TextKey } from '../../texts/en.js';
import type { NetworkOf } from './networkOf.js';
import type { RequestAccess } from './reviewInOrder.js';

/**
 * How much a hijacked approval could cost. `R1`: no rights and no value: a valid sign-in to the host, a readable message, typed
 * data that no contract accepts. `R2`: readable requests that move value or grant rights, and all other typed data. `R3`:
 * unreadable requests and those that give away control for good.
 */
export type RiskClass = 'R1' | 'R2' | 'R3';

/** A coin, a token or a collectible. */
export interface Asset {
  /** The token's contract; undefined for the network's coin. */
  readonly token?: string | undefined;
  /** Of a collectible. */
  readonly id?: string | undefined;
}

/** Something that the user gains, loses or lets others take. `tried`: what a simulation says, of which the bytes say nothing. */
export interface Change {
  readonly tone: 'in' | 'out' | 'risk' | 'tried';
  /** What leaves the account, in the smallest unit; absent if it is not the account's. */
  readonly loss?: (Asset & { readonly amount: string }) | undefined;
  /** What others may take, in the smallest unit. */
  readonly access?: { readonly token: string; readonly amount: string } | undefined;
  readonly line: Line;
  readonly note?: Line | undefined;
  /** Of a scaled token, of which the line shows another amount than moves: by which factor. */
  readonly scale?: { readonly token: string; readonly factor: string } | undefined;
  /** Image id of a listed token at the wallet service; unlisted tokens have none. */
  readonly image?: string | undefined;
}

/** A labelled detail. Addresses are shown in full. */
export interface Fact {
  readonly label: TextKey;
  readonly value: Line | { readonly address: string } | { readonly plain: string };
}

/** One of the calls of a request. */
export interface ReviewedCall {
  readonly action: Line;
  readonly changes: readonly Change[];
  readonly facts: readonly Fact[];
}

/** The limits of a permission, which the user may lower. */
export interface Limits {
  /** Per period, in the smallest unit; absent where a function is called, and for a scaled token. */
  readonly amount?: { readonly value: string; readonly decimals: number } | undefined;
  /** When it ends, in seconds since 1970. */
  readonly end: number;
}

/** Lower limits that the user asks for. */
export interface AskedLimits {
  /** Which permission of the request. */
  readonly at: number;
  /** Per period, in the smallest unit. */
  readonly amount?: string | undefined;
  /** Seconds since 1970. */
  readonly end: number;
}

/**
 * A field of typed data: its path and value. `as`: an address with its checksum, the user's own one, or a whole number in the smallest
 * unit of something that the data does not name.
 */
export interface Field {
  readonly path: string;
  readonly value: string;
  readonly as?: 'address' | 'own' | 'number' | undefined;
}

/** What a request does, read from the bytes to sign. Texts from others are already safe to show. */
export interface Review {
  readonly risk: RiskClass;
  readonly action: Line;
  /** A sentence below it. */
  readonly lead?: Line | undefined;
  /** The buttons. Default: Approve, or Sign in, and Reject. */
  readonly labels?: { readonly approve: TextKey; readonly reject: TextKey } | undefined;
  readonly changes: readonly Change[];
  /** The calls of a request with several, in their order; `changes` are those of all. */
  readonly calls?: { readonly order: TextKey; readonly list: readonly ReviewedCall[] } | undefined;
  readonly facts: readonly Fact[];
  /** What the user may lower: of the request, or of each of its calls. */
  readonly limits?: readonly Limits[] | undefined;
  readonly warnings: readonly Line[];
  /** Reasons why it can't be approved; empty if it can. */
  readonly blocks: readonly Line[];
  /** What the account lacks to pay for it; it can't be approved until the funds arrive. */
  readonly shortage?: Line | undefined;
  /** The full message to sign. */
  readonly message?: string | undefined;
  readonly fields?: readonly Field[] | undefined;
  /** Bytes and hashes, for users who want to check them. */
  readonly raw: readonly { readonly label: TextKey; readonly text: string }[];
}

/** Returns the higher of two risk classes. */
export function worse(one: RiskClass, other: RiskClass): RiskClass {
  return one > other ? one : other;
}

/** Combines several reviews: the risk is the highest, and nothing is left out. */
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

/** The context in which a request is reviewed. */
export interface ReviewContext {
  /** Origin of the host page as the browser reports it. */
  readonly hostOrigin: string;
  /** CAIP-2 id. */
  readonly chainId: string;
  /** The account that signs. */
  readonly account: string;
  readonly networkOf: NetworkOf;
  /** Origin of the gateway whose orders are signed; undefined: none is. */
  readonly gateway?: string | undefined;
  /** What the request does to the access of others; absent: it has one part. */
  readonly access?: RequestAccess | undefined;
  /** The listed tokens of the chain. Never rejects. */
  readonly tokens: () => Promise<ChainTokens>;
  /** Reads from the chain. Its facts are optional: a failure omits them and never makes a request pass. */
  readonly read: (method: string, params: readonly unknown[]) => Promise<unknown>;
}
