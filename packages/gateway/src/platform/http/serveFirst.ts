import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerType } from '@hono/node-server';

/**
 * Offers a server's requests to a handler before the server's own listeners.
 *
 * @param take - Returns whether it handles a request. It may call `pass` later instead: the listeners then get the request.
 */
export function serveFirst(
  server: ServerType,
  take: (incoming: IncomingMessage, outgoing: ServerResponse, pass: () => void) => boolean,
): void {
  const others = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const pass = () => {
      for (const other of others) other.call(server, incoming, outgoing);
    };
    if (!take(incoming, outgoing, pass)) pass();
  });
}
