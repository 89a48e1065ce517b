import { pagesOfOpener } from '../windowChannel/pagesOfOpener.js';
import type { PeerListener, WindowPeer } from '../windowChannel/windowMessages.js';

/** Milliseconds between greetings. */
const GREETING = 500;

export interface OpenerReceiverOptions {
  /** Id of the request. */
  readonly id: string;
  readonly receive: PeerListener;
  readonly signal: AbortSignal;
}

/** Greets the opener's pages until one of them offers the request. */
export function receiveFromOpener(
  self: Window & typeof globalThis,
  { id, receive, signal }: OpenerReceiverOptions,
): void {
  let page: MessageEventSource | undefined;
  const peer: WindowPeer = {
    page: () => undefined,
    // A block body, as in `receiveFromWindows` at the other end.
    tell: async message => {
      page?.postMessage(message, { targetOrigin: self.origin });
    },
  };
  self.addEventListener(
    'message',
    ({ data, origin, source }) => {
      if (origin !== self.origin || source === null || (page !== undefined && source !== page)) return;
      if (receive(peer, data)) page = source;
    },
    { signal },
  );
  const greet = () => {
    const hello = { lk: 1, type: 'HELLO', purpose: 'approval', id };
    if (page === undefined) for (const one of pagesOfOpener(self)) one.postMessage(hello, self.origin);
  };
  const greeting = self.setInterval(greet, GREETING);
  signal.addEventListener('abort', () => self.clearInterval(greeting), { once: true });
  greet();
}
