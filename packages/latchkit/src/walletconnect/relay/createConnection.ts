import { isError } from '../../protocol/BaseError.js';
import { walletConnectError } from '../walletConnectError.js';
import { createAttempts } from './createAttempts.js';
import { createHeartbeat } from './createHeartbeat.js';
import { nextTask } from './nextTask.js';
import { type OpenSocket, openSocket } from './openSocket.js';
import type { SocketFactory } from './RelaySocket.js';
import type { RelayStatus } from './RelayStatus.js';
import { HEARTBEAT_TIMEOUT } from './relayLimits.js';
import { watchPage } from './watchPage.js';

export interface ConnectionOptions {
  /** The relay's addresses: when one fails the next is tried. They lead to the same relay. */
  readonly urls: readonly string[];
  readonly createSocket: SocketFactory;
  /** The address to open, with a fresh token. */
  signedUrl(url: string): Promise<string>;
  /** Whether there is anything to be connected for. */
  wanted(): boolean;
  /** Asks the relay for a sign of life. */
  probe(): void;
  onOpen(): void;
  onMessage(text: string): void;
  onClose(): void;
  onStatus(status: RelayStatus): void;
  readonly signal: AbortSignal;
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
  const attempts = createAttempts(options.urls);
  let socket: OpenSocket | undefined;
  let connecting = false;
  const heartbeat = createHeartbeat({
    probe: () => (options.wanted() ? options.probe() : idle()),
    onSilent: () => onLost('Silent for 35 s.'),
  });

  const attempt = () => {
    attempts.stop();
    if (socket || connecting || signal.aborted || !options.wanted()) return;
    if (globalThis.navigator?.onLine !== false) return open();
    options.onStatus({ status: 'offline' });
    // The browser may be wrong about it.
    attempts.muchLater(open);
  };

  const open = () => {
    const { url } = attempts;
    connecting = true;
    options.onStatus({ status: 'connecting' });
    // Whatever is shown meanwhile is painted before a key is made.
    const opening = nextTask()
      .then(() => options.signedUrl(url))
      .then(signed => {
        signal.throwIfAborted();
        return openSocket(options.createSocket, signed, { onMessage, onClose: onLost }, signal);
      });
    opening.then(opened => onOpened(opened, url), again).catch(again);
  };

  const onOpened = (opened: OpenSocket, url: string) => {
    connecting = false;
    socket = opened;
    heartbeat.start();
    options.onStatus({ status: 'open', url });
    options.onOpen();
  };

  const again = (cause: unknown) => {
    connecting = false;
    if (signal.aborted) return;
    const error = isError(cause) ? cause : walletConnectError('WC_RELAY_UNREACHABLE', { cause });
    attempts.failed(attempt);
    options.onStatus({ status: 'unreachable', error });
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

  const onLost = (details: string, closeCode?: number) => {
    if (!options.wanted()) return idle();
    drop();
    again(walletConnectError('WC_RELAY_UNREACHABLE', { details, context: { closeCode } }));
  };

  const onMessage = (text: string) => {
    heartbeat.seen();
    // Not when it opens: a relay may accept every socket and close it at once.
    attempts.forgive();
    options.onMessage(text);
  };

  const wake = () => {
    attempts.forgive();
    if (socket && heartbeat.silentFor() < HEARTBEAT_TIMEOUT) return heartbeat.check();
    // After a sleep the other end has long given up, and nobody told this one.
    if (socket) drop();
    attempt();
  };

  const stop = () => {
    attempts.stop();
    drop();
  };

  watchPage(wake, signal);
  signal.addEventListener('abort', stop, { once: true });

  return {
    open() {
      if (!attempts.isPausing) attempt();
    },
    wake,
    send: text => socket?.send(text),
    get isOpen() {
      return socket !== undefined;
    },
  };
}
