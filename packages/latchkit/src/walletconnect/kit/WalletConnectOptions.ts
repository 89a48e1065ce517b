import type { Storage } from '../../core/kernel/storage.js';
import type { SocketFactory } from '../relay/RelaySocket.js';
import type { Metadata } from '../session/Metadata.js';

/** What {@link walletConnect} takes; everything has a default where the instance has a gateway. */
export interface WalletConnectOptions {
  /**
   * Address of the relay, `wss://…`, or several that are tried in turn. Default: `/relay` of the instance's gateway. Nothing
   * else is ever contacted.
   */
  readonly relayUrl?: string | readonly string[] | undefined;
  /** What the relay knows the page by. Default: the instance's project id. */
  readonly projectId?: string | undefined;
  /** What wallets show of the page, over the instance's own metadata; for example where its app is opened again. */
  readonly metadata?: Partial<Metadata> | undefined;
  /**
   * Where sessions outlive a reload. Default: the instance's storage; localStorage where that is cookies, which are too
   * small; nothing outlives it where the instance does not restore connections.
   */
  readonly storage?: Storage | undefined;
  /**
   * Where the key lives that the relay knows this tab by. Default: sessionStorage in a browser, nowhere else.
   */
  readonly identityStorage?: Storage | undefined;
  /** How sockets are made. Default: the platform's WebSocket. */
  readonly createSocket?: SocketFactory | undefined;
}
