import type { Storage } from '../../core/kernel/storage.js';
import type { SocketFactory } from '../relay/RelaySocket.js';
import type { Metadata } from './Metadata.js';

/** What both sides of a session are made with. */
export interface SignOptions {
  /**
   * Address of the relay, for example `wss://example.com/relay`; several are tried in turn. Nothing else is ever
   * contacted.
   */
  readonly relayUrl: string | readonly string[];
  readonly projectId: string;
  /** What the other side is shown. */
  readonly metadata: Partial<Metadata> & { readonly name: string };
  /** Where sessions outlive a reload. Default: localStorage. */
  readonly storage?: Storage | undefined;
  /**
   * Where the key lives that the relay knows this client by: one for each tab, or the relay would take two tabs for one.
   * Default: sessionStorage in a browser, nowhere else.
   */
  readonly identityStorage?: Storage | undefined;
  /** How sockets are made. Default: the platform's WebSocket; Node 20 has none, pass one of `ws`. */
  readonly createSocket?: SocketFactory | undefined;
  /** Ends everything when aborted. */
  readonly signal?: AbortSignal | undefined;
}
