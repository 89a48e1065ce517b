import type { BaseError } from '../../protocol/BaseError.js';

/** How the socket to the relay stands. It is opened with the first topic or message, and not before. */
export type RelayStatus =
  | { readonly status: 'idle' }
  | { readonly status: 'connecting' }
  | { readonly status: 'open'; readonly url: string }
  /** The page is offline: tried again when it is back. */
  | { readonly status: 'offline' }
  /**
   * The last attempt failed, or an open socket was lost; `error` names the cause, and where the relay
   * closed it `context.closeCode`. The next attempt is under way.
   */
  | { readonly status: 'unreachable'; readonly error: BaseError };
