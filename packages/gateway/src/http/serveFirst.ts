import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerType } from '@hono/node-server';

/** Has a server's requests looked at before its own listeners get them. @param take - Whether it answers one. */
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
