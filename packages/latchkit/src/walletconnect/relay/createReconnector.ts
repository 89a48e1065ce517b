import { type BaseError, isError } from '../../protocol/BaseError.js';
import { walletConnectError } from '../walletConnectError.js';
import { createAttempts } from './createAttempts.js';
import { nextTask } from './nextTask.js';
import { type OpenSocket, openSocket, type SocketListeners } from './openSocket.js';
import type { SocketAddress, SocketFactory } from './RelaySocket.js';
import type { RelayStatus } from './RelayStatus.js';

export interface ReconnectorOptions {
  /** The relay's URLs; if one fails, the next is tried. All lead to the same relay. */
  readonly urls: readonly string[];
  readonly createSocket: SocketFactory;
  /** Adds a new token to the URL. */
  sign(url: string): Promise<SocketAddress>;
  /** Whether a socket is wanted. */
  wanted(): boolean;
  onStatus(status: RelayStatus): void;
  readonly signal: AbortSignal;
}

/** Opens the relay socket, with failover and backoff. */
export interface Reconnector {
  /** Tries now, unless an attempt is running or no socket is wanted. */
  now(): void;
  /** Tries now, unless the pause after a failure has not passed. */
  soon(): void;
  /** A socket was lost: tries the next URL after a pause. */
  again(error: BaseError): void;
  /** Resets the pause to the shortest, because the relay responded or the page is back. */
  forgive(): void;
  stop(): void;
}

/** Opens one socket at a time, with growing pauses after failures, and passes each to `onOpened`. */
export function createReconnector(
  { urls, createSocket, sign, wanted, onStatus, signal }: ReconnectorOptions,
  listeners: SocketListeners,
  onOpened: (socket: OpenSocket, url: string) => void,
): Reconnector {
  const attempts = createAttempts(urls);
  let isUnderWay = false;

  const now = () => {
    attempts.stop();
    if (isUnderWay || signal.aborted || !wanted()) return;
    if (globalThis.navigator?.onLine !== false) return open();
    onStatus({ status: 'offline' });
    // The browser may be wrong about being offline.
    attempts.muchLater(open);
  };

  const open = () => {
    const { url } = attempts;
    isUnderWay = true;
    onStatus({ status: 'connecting' });
    // Let pending changes paint before the key is created.
    nextTask()
      .then(() => sign(url))
      .then(signed => {
        signal.throwIfAborted();
        return openSocket(createSocket, signed, listeners, signal);
      })
      .then(socket => {
        isUnderWay = false;
        onOpened(socket, url);
      })
      .catch((cause: unknown) => {
        isUnderWay = false;
        again(isError(cause) ? cause : walletConnectError('WC_RELAY_UNREACHABLE', { cause }));
      });
  };

  const again = (error: BaseError) => {
    if (signal.aborted) return;
    attempts.failed(now);
    onStatus({ status: 'unreachable', error });
  };

  return {
    now,
    soon() {
      if (!attempts.isPausing) now();
    },
    again,
    forgive: attempts.forgive,
    stop: attempts.stop,
  };
}
