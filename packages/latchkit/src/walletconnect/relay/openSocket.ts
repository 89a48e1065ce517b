import { walletConnectError } from '../walletConnectError.js';
import type { RelaySocket, SocketAddress, SocketFactory } from './RelaySocket.js';
import { CONNECT_TIMEOUT } from './relayLimits.js';

export interface SocketListeners {
  onMessage(text: string): void;
  /** Called once after the socket was open, whichever side closed it, unless `drop` was called. */
  onClose(reason: string, closeCode: number | undefined): void;
}

export interface OpenSocket {
  send(text: string): void;
  /** Closes without waiting: a dead network completes no closing handshake. */
  drop(): void;
}

/** Opens a socket. @throws WC_RELAY_UNREACHABLE it was refused, or did not open within 15 s. */
export function openSocket(
  create: SocketFactory,
  { url, protocols }: SocketAddress,
  listeners: SocketListeners,
  signal: AbortSignal,
): Promise<OpenSocket> {
  return new Promise((resolve, reject) => {
    let socket: RelaySocket | undefined;
    const drop = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      if (!socket) return;
      socket.onopen = socket.onmessage = socket.onclose = null;
      // Closing a socket before it opens emits an error.
      socket.onerror = () => {};
      close(socket);
      socket = undefined;
    };
    const fail = (details: string, cause?: unknown, closeCode?: number) => {
      drop();
      reject(walletConnectError('WC_RELAY_UNREACHABLE', { details, cause, context: { closeCode } }));
    };
    const onAbort = () => fail('The attempt was given up.');
    const timer = setTimeout(() => fail('It did not open within 15 s.'), CONNECT_TIMEOUT);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      const made = create(url, protocols);
      socket = made;
      made.onerror = () => fail('The connection failed.');
      made.onclose = (event: { code?: number; reason?: string }) =>
        fail(reasonOf(event), undefined, event.code);
      made.onopen = () => {
        clearTimeout(timer);
        made.onerror = () => {};
        made.onmessage = (event: { data?: unknown }) => {
          if (typeof event.data === 'string') listeners.onMessage(event.data);
        };
        made.onclose = (event: { code?: number; reason?: string }) => {
          drop();
          listeners.onClose(reasonOf(event), event.code);
        };
        resolve({ send: text => made.send(text), drop });
      };
    } catch (cause) {
      fail('No socket could be made.', cause);
    }
  });
}

function reasonOf({ code, reason }: { code?: number; reason?: string }): string {
  return `Closed with ${code ?? 'no code'}${reason ? `: ${reason.slice(0, 120)}` : ''}.`;
}

function close(socket: RelaySocket): void {
  try {
    socket.close();
  } catch {
    // It was never open, so there is nothing to close.
  }
}
