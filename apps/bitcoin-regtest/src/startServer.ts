import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** Maximum size of a request in bytes. */
const MOST_BYTES = 1_000_000;

/** What a path answers. A text is sent as it is, anything else as JSON; undefined is 404. */
export type Answer = (path: string, method: string, body: string) => Promise<unknown>;

/** A request that cannot be answered. */
export class BadRequest extends Error {}

/** Serves paths over HTTP. Allows requests from any origin. */
export async function startServer(
  answer: Answer,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => void respond(answer, request, response));
  await listen(server, port, host);
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
}

async function respond(answer: Answer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('access-control-allow-origin', '*');
  if (request.method === 'OPTIONS') {
    const headers = request.headers['access-control-request-headers'] ?? 'content-type';
    response
      .writeHead(204, {
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': headers,
      })
      .end();
    return;
  }
  const body = await bodyOf(request);
  if (body === undefined) return void response.writeHead(413).end();
  try {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const content = await answer(pathname, request.method ?? 'GET', body);
    if (content === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
    else if (typeof content === 'string')
      response.writeHead(200, { 'content-type': 'text/plain' }).end(content);
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(content));
  } catch (error) {
    const isBad = error instanceof BadRequest;
    if (!isBad) console.error(error);
    response
      .writeHead(isBad ? 400 : 500, { 'content-type': 'text/plain' })
      .end(isBad ? error.message : 'Something went wrong');
  }
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of request) {
      size += (part as Buffer).length;
      if (size > MOST_BYTES) return undefined;
      parts.push(part as Buffer);
    }
  } catch {
    // The client has disconnected.
    return undefined;
  }
  return Buffer.concat(parts).toString();
}
