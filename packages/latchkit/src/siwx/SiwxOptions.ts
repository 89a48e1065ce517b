import type { SessionStore } from './SessionStore.js';

export interface SiwxOptions {
  /** Whether a connection without a session may stand: one whose visitor does not sign is ended. Default true. */
  readonly required?: boolean;
  /**
   * What the visitor agrees to, in the message. One line of plain English letters, digits, spaces and the punctuation of
   * addresses; ERC-4361 takes nothing else. Default none.
   */
  readonly statement?: string;
  /** How long a session lasts, in ms. Default 7 days; a gateway keeps none for more than 30. */
  readonly expiresIn?: number;
  /** URIs that the message lists. Default none. */
  readonly resources?: readonly string[];
  /** The URI that is signed for. Default: the page's origin. The gateway takes none of another page. */
  readonly uri?: string;
  /** Host, with its port where there is one, that asks. Default: the page's. */
  readonly domain?: string;
  /** Where sessions are verified and kept. Default: the instance's gateway. */
  readonly storage?: SessionStore;
}
