import type { Storage } from '../../core/kernel/storage.js';
import type { SocketFactory } from '../relay/RelaySocket.js';
import type { Metadata } from '../session/Metadata.js';

/** Options of {@link walletConnect}. All are optional if the instance has a gateway. */
export interface WalletConnectOptions {
  /**
   * URL of the relay, `wss://…`, or several that are tried in order. Default: `/relay` of the instance's gateway. No
   * other host is contacted.
   */
  readonly relayUrl?: string | readonly string[] | undefined;
  /** Project id sent to the relay. Default: the instance's project id. */
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
