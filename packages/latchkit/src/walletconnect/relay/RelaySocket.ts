/** The part of a WebSocket that the relay needs; browsers, Node 22 and `ws` provide it. */
export interface RelaySocket {
  send(data: string): void;
  close(code?: number, reason?: string): void;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
}

/** Creates a socket for a URL, for example `url => new WebSocket(url)`. */
export type SocketFactory = (url: string, protocols?: readonly string[]) => RelaySocket;

/** Where a socket leads. */
export interface SocketAddress {
  readonly url: string;
  readonly protocols?: readonly string[];
}
