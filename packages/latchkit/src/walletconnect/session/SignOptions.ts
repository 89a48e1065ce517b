import type { Storage } from '../../core/kernel/storage.js';
import type { RelayEntry } from '../../core/walletConnect/RelayEntry.js';
import type { SocketFactory } from '../relay/RelaySocket.js';
import type { Metadata } from './Metadata.js';

/** Options of both clients. */
export interface SignOptions {
  /**
   * URL of the relay, such as `wss://example.com/relay`, or several of one relay that are tried in order. No other host is
   * contacted. Give this or `relays`.
   */
  readonly relayUrl?: string | readonly string[] | undefined;
  /**
   * Several relays, all used at once: a pairing is open on each of them, and a session lives on the one over which the peer
   * answered.
   */
  readonly relays?: readonly RelayEntry[] | undefined;
  /** Relays that are not known yet, for example because a server names them. */
  readonly moreRelays?: Promise<readonly RelayEntry[]> | undefined;
  /**
   * Whether relays with a `projectId` of their own are contacted only after `reach`, and for sessions that live there.
   * Default: false.
   */
  readonly onDemand?: boolean | undefined;
  readonly projectId: string;
  /**
   * Whether the relay that gets this `projectId` takes the token as a protocol of the socket, as the gateway's does: it is then
   * in no URL. Default: false.
   */
  readonly tokenInProtocol?: boolean | undefined;
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
