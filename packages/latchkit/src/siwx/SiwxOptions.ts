import type { SessionStore } from './SessionStore.js';

/** Options of `createSiwx`. */
export interface SiwxOptions {
  /** Whether connections need a session: if so, one whose visitor does not sign is ended. Default: true. */
  readonly required?: boolean;
  /**
   * The statement in the message that the visitor agrees to. One line of plain English letters, digits, spaces and URL
   * punctuation, as ERC-4361 requires. Default: none.
   */
  readonly statement?: string;
  /** Duration of a session in ms. Default: 7 days. A gateway allows at most 30 days. */
  readonly expiresIn?: number;
  /** URIs to list in the message. Default: none. */
  readonly resources?: readonly string[];
  /** The URI in the message. Default: the page's origin. The gateway accepts only URIs of the same page. */
  readonly uri?: string;
  /** The requesting host, with port if any. Default: the page's. */
  readonly domain?: string;
  /** Where sessions are verified and stored. Default: the instance's gateway. */
  readonly storage?: SessionStore;
}
