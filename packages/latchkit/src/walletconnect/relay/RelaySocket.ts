/** The part of a WebSocket that the relay needs; browsers', Node 22's and `ws` have it. */
export interface RelaySocket {
  send(data: string): void;
  close(code?: number, reason?: string): void;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
}

/** Makes a socket to an address, for example `url => new WebSocket(url)`. */
export type SocketFactory = (url: string) => RelaySocket;
