import { walletConnectError } from '../walletConnectError.js';
import { createHeartbeat } from './createHeartbeat.js';
import { createOpening, type OpeningOptions } from './createOpening.js';
import type { OpenSocket } from './openSocket.js';
import { HEARTBEAT_TIMEOUT } from './relayLimits.js';
import { watchPage } from './watchPage.js';

export interface ConnectionOptions extends OpeningOptions {
  /** Asks the relay for a sign of life. */
  probe(): void;
  onOpen(): void;
  onMessage(text: string): void;
  onClose(): void;
}

export interface Connection {
  /** Opens the socket, unless it is open or being opened. */
  open(): void;
  /** Sees to the socket now: asks the open one for a sign of life, else tries again without the pause. */
  wake(): void;
  /** Sends when the socket is open. */
  send(text: string): void;
  readonly isOpen: boolean;
}

/** One socket that is opened when it is wanted, and kept open: heartbeat, growing pauses, fail-over, wake-up. */
export function createConnection(options: ConnectionOptions): Connection {
  const { signal } = options;
  let socket: OpenSocket | undefined;

  const onMessage = (text: string) => {
    heartbeat.seen();
    // Not when it opens: a relay may accept every socket and close it at once.
    opening.forgive();
    options.onMessage(text);
  };
  const onLost = (details: string, closeCode?: number) => {
    if (!options.wanted()) return idle();
    drop();
    opening.again(walletConnectError('WC_RELAY_UNREACHABLE', { details, context: { closeCode } }));
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
  const opening = createOpening(
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
    opening.forgive();
    if (socket && heartbeat.silentFor() < HEARTBEAT_TIMEOUT) return heartbeat.check();
    // After a sleep the other end has long given up, and nobody told this one.
    if (socket) drop();
    opening.now();
  };
  const stop = () => {
    opening.stop();
    drop();
  };
  watchPage(wake, signal);
  signal.addEventListener('abort', stop, { once: true });

  return {
    open: opening.soon,
    wake,
    send: text => socket?.send(text),
    get isOpen() {
      return socket !== undefined;
    },
  };
}
