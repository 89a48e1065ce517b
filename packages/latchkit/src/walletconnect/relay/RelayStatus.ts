import type { BaseError } from '../../protocol/BaseError.js';

/** State of one relay's socket. It is opened with the first topic or message, and not before. */
type SocketStatus =
  | { readonly status: 'idle' }
  | { readonly status: 'connecting' }
  | { readonly status: 'open'; readonly url: string }
  /** The page is offline; retried when it is online again. */
  | { readonly status: 'offline' }
  /**
   * The last attempt failed, or an open socket was lost. `error` is the cause; if the relay closed the socket, it has
   * `context.closeCode`. A retry is scheduled.
   */
  | { readonly status: 'unreachable'; readonly error: BaseError };

/** State of a client's relays: with several, of the one that works best. */
export type RelayStatus = SocketStatus & {
  /** With several relays: each of them, by its URL. */
  readonly relays?: readonly { readonly url: string; readonly status: SocketStatus['status'] }[];
};
