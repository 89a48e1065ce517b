import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';

/** Maximum size of a request in bytes. */
const MOST_BYTES = 1_000_000;

/** Serves HTTP on a port, or on a free one. */
export async function serveHttp(listener, { port, host, tls }) {
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    server,
    port: server.address().port,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns a listener that allows requests from any origin and reads their bodies. */
export const answerTexts = (methods, answer) => async (request, response) => {
  response.setHeader('access-control-allow-origin', '*');
  if (request.method === 'OPTIONS') {
    const headers = request.headers['access-control-request-headers'] ?? 'content-type';
    response
      .writeHead(204, {
        'access-control-allow-methods': methods,
        'access-control-allow-headers': headers,
        'access-control-max-age': '86400',
      })
      .end();
    return;
  }
  const body = await bodyOf(request);
  if (body === undefined) {
    response.writeHead(413).end();
    return;
  }
  const [path = '/'] = (request.url ?? '/').split('?', 1);
  const {
    status = 200,
    json,
    text = '',
    headers = {},
  } = await answer({ method: request.method ?? 'GET', path, body });
  response
    .writeHead(status, { ...headers, 'content-type': json === undefined ? 'text/plain' : 'application/json' })
    .end(json ?? text);
};

/** Reads a body; undefined if it is too large, or the client has disconnected. */
async function bodyOf(request) {
  const parts = [];
  let size = 0;
  try {
    for await (const part of request) {
      size += part.length;
      if (size > MOST_BYTES) return undefined;
      parts.push(part);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(parts).toString();
}
