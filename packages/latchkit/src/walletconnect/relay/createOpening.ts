import { type BaseError, isError } from '../../protocol/BaseError.js';
import { walletConnectError } from '../walletConnectError.js';
import { createAttempts } from './createAttempts.js';
import { nextTask } from './nextTask.js';
import { type OpenSocket, openSocket, type SocketListeners } from './openSocket.js';
import type { SocketFactory } from './RelaySocket.js';
import type { RelayStatus } from './RelayStatus.js';

export interface OpeningOptions {
  /** The relay's addresses: when one fails the next is tried. They lead to the same relay. */
  readonly urls: readonly string[];
  readonly createSocket: SocketFactory;
  /** The address to open, with a fresh token. */
  signedUrl(url: string): Promise<string>;
  /** Whether a socket is wanted. */
  wanted(): boolean;
  onStatus(status: RelayStatus): void;
  readonly signal: AbortSignal;
}

/** How a socket is come by. */
export interface Opening {
  /** Tries now, unless an attempt is under way or nothing is wanted. */
  now(): void;
  /** Tries now, unless the pause after a failure has not passed. */
  soon(): void;
  /** A socket was lost: the next address has its turn, after a pause. */
  again(error: BaseError): void;
  /** The relay was heard, or the page is back: the next pause is the shortest again. */
  forgive(): void;
  stop(): void;
}

/** Opens sockets one at a time, with growing pauses after failures, and hands each to `onOpened`. */
export function createOpening(
  { urls, createSocket, signedUrl, wanted, onStatus, signal }: OpeningOptions,
  listeners: SocketListeners,
  onOpened: (socket: OpenSocket, url: string) => void,
): Opening {
  const attempts = createAttempts(urls);
  let isUnderWay = false;

  const now = () => {
    attempts.stop();
    if (isUnderWay || signal.aborted || !wanted()) return;
    if (globalThis.navigator?.onLine !== false) return open();
    onStatus({ status: 'offline' });
    // The browser may be wrong about it.
    attempts.muchLater(open);
  };

  const open = () => {
    const { url } = attempts;
    isUnderWay = true;
    onStatus({ status: 'connecting' });
    // Whatever is shown meanwhile is painted before a key is made.
    nextTask()
      .then(() => signedUrl(url))
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
