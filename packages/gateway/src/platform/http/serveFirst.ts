import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerType } from '@hono/node-server';

/** Offers a server's requests to a handler before the server's own listeners. @param take - Whether it handles a request. */
export function serveFirst(
  server: ServerType,
  take: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean,
): void {
  const others = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (take(incoming, outgoing)) return;
    for (const other of others) other.call(server, incoming, outgoing);
  });
}
