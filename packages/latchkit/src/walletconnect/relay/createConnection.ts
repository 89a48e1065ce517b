import { walletConnectError } from '../walletConnectError.js';
import { createHeartbeat } from './createHeartbeat.js';
import { createReconnector, type ReconnectorOptions } from './createReconnector.js';
import type { OpenSocket } from './openSocket.js';
import { HEARTBEAT_TIMEOUT } from './relayLimits.js';
import { watchPage } from './watchPage.js';

export interface ConnectionOptions extends ReconnectorOptions {
  /** Sends the relay a ping. */
  probe(): void;
  onOpen(): void;
  onMessage(text: string): void;
  onClose(): void;
}

export interface Connection {
  /** Opens the socket, unless it is open or opening. */
  open(): void;
  /** Checks the socket now: pings an open one, else retries without the pause. */
  wake(): void;
  /** Sends if the socket is open. */
  send(text: string): void;
  readonly isOpen: boolean;
}

/** One socket, opened on demand and kept open: heartbeat, backoff, failover, wake-up. */
export function createConnection(options: ConnectionOptions): Connection {
  const { signal } = options;
  let socket: OpenSocket | undefined;

  const onMessage = (text: string) => {
    heartbeat.seen();
    // Not on open: a relay may accept every socket and close it immediately.
    reconnector.forgive();
    options.onMessage(text);
  };
  const onLost = (details: string, closeCode?: number) => {
    if (!options.wanted()) return idle();
    drop();
    reconnector.again(walletConnectError('WC_RELAY_UNREACHABLE', { details, context: { closeCode } }));
  };
  const drop = () => {
    heartbeat.stop();
    socket?.drop();
    socket = undefined;
    options.onClose();
  };
  const idle = () => {
    drop();
    options.onStatus({ status: 'idle' });
  };

  const heartbeat = createHeartbeat({
    probe: () => (options.wanted() ? options.probe() : idle()),
    onSilent: () => onLost('Silent for 35 s.'),
  });
  const reconnector = createReconnector(
    { ...options, wanted: () => !socket && options.wanted() },
    { onMessage, onClose: onLost },
    (opened, url) => {
      socket = opened;
      heartbeat.start();
      options.onStatus({ status: 'open', url });
      options.onOpen();
    },
  );

  const wake = () => {
    reconnector.forgive();
    if (socket && heartbeat.silentFor() < HEARTBEAT_TIMEOUT) return heartbeat.check();
    // After a sleep the other end has long closed the connection, but this end was not notified.
    if (socket) drop();
    reconnector.now();
  };
  const stop = () => {
    reconnector.stop();
    drop();
  };
  watchPage(wake, signal);
  signal.addEventListener('abort', stop, { once: true });

  return {
    open: reconnector.soon,
    wake,
    send: text => socket?.send(text),
    get isOpen() {
      return socket !== undefined;
    },
  };
}
