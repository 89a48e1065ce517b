import type { Storage } from '../../core/kernel/storage.js';
import type { RelayEntry } from '../../core/walletConnect/RelayEntry.js';
import type { SocketFactory } from '../relay/RelaySocket.js';
import type { Metadata } from '../session/Metadata.js';

/** Options of {@link walletConnect}. All are optional if the instance has a gateway. */
export interface WalletConnectOptions {
  /**
   * URL of one relay, `wss://…`, or several URLs of it that are tried in order. No other host is contacted. Default: `/relay`
   * of the instance's gateway, and the relays that the gateway names for the project.
   */
  readonly relayUrl?: string | readonly string[] | undefined;
  /**
   * Several relays, all used for pairing; a session lives on the one over which the wallet answered. An entry without
   * `projectId` is the relay of your gateway; any other needs the id that you have there. Relays other than the gateway's are
   * contacted only when a code or link for their wallets is in use, and for sessions that live there. Not with `relayUrl`.
   *
   * @example
   * walletConnect({ relays: [{ url: 'wss://gateway.example/relay' }, { url: 'wss://relay.walletconnect.org', projectId }] });
   */
  readonly relays?: readonly RelayEntry[] | undefined;
  /** Project id sent to the relay of `relayUrl`. Default: the instance's project id. */
  readonly projectId?: string | undefined;
  /** Metadata that wallets show, merged over the instance's own; for example the link that reopens the host's app. */
  readonly metadata?: Partial<Metadata> | undefined;
  /**
   * Where sessions are stored across reloads. Default: the instance's storage, or localStorage if that is cookies,
   * which are too small. Nothing is stored if the instance does not restore connections.
   */
  readonly storage?: Storage | undefined;
  /**
   * Where the key is stored by which the relay identifies this tab. Default: sessionStorage in a browser, else memory.
   */
  readonly identityStorage?: Storage | undefined;
  /** Creates sockets. Default: the platform's WebSocket. */
  readonly createSocket?: SocketFactory | undefined;
}
