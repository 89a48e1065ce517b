import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts an HTTP server that misbehaves as it is told, in place of a chain's provider. */
export async function startFaultyUpstream(): Promise<{
  readonly url: string;
  /** What it does with the next requests. */
  behave(how: (request: IncomingMessage, response: ServerResponse) => void): void;
  /** Headers and body of the last request. */
  last(): { headers: IncomingMessage['headers']; body: string };
  stop(): Promise<void>;
}> {
  let handle = (_request: IncomingMessage, response: ServerResponse): void => void response.end();
  let last: { headers: IncomingMessage['headers']; body: string } = { headers: {}, body: '' };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    last = { headers: request.headers, body: Buffer.concat(parts).toString() };
    handle(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave(how) {
      handle = how;
    },
    last: () => last,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
