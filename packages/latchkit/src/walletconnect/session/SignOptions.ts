import type { Storage } from '../../core/kernel/storage.js';
import type { SocketFactory } from '../relay/RelaySocket.js';
import type { Metadata } from './Metadata.js';

/** Options of both clients. */
export interface SignOptions {
  /**
   * URL of the relay, such as `wss://example.com/relay`, or several that are tried in order. No other host is contacted.
   */
  readonly relayUrl: string | readonly string[];
  readonly projectId: string;
  /** What the peer shows. */
  readonly metadata: Partial<Metadata> & { readonly name: string };
  /** Where sessions are stored across reloads. Default: localStorage. */
  readonly storage?: Storage | undefined;
  /**
   * Where the key is stored by which the relay identifies this client. Each tab needs its own, else the relay takes two
   * tabs for one. Default: sessionStorage in a browser, else memory.
   */
  readonly identityStorage?: Storage | undefined;
  /** Creates sockets. Default: the platform's WebSocket. Node 20 has none; pass one from `ws`. */
  readonly createSocket?: SocketFactory | undefined;
  /** Closes the client when aborted. */
  readonly signal?: AbortSignal | undefined;
}
