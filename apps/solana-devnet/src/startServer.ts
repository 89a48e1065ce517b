import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';
import { answerRequest, type Call } from './answerRequest.js';
import { Subscriptions } from './Subscriptions.js';

/** Maximum size of a request in bytes. */
const MOST_BYTES = 1_000_000;

/** Serves JSON-RPC over HTTP and, on the same port, over WebSocket with subscriptions. Allows requests from any origin. */
export async function startServer(
  call: Call,
  subscriptions: Subscriptions,
  options: { readonly port: number; readonly host: string },
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => void answerHttp(request, response, call));
  const sockets = new WebSocketServer({ server, maxPayload: MOST_BYTES });
  sockets.on('connection', socket => {
    const send = (text: string) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    };
    const subscriber = { send };
    const callHere: Call = (method, params) =>
      Subscriptions.knows(method) ? subscriptions.call(subscriber, method, params) : call(method, params);
    socket.on('message', data => void answerRequest(data.toString(), callHere).then(send));
    socket.on('close', () => subscriptions.leave(subscriber));
    socket.on('error', () => socket.terminate());
  });
  await listen(server, options);
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : options.port,
    close: () =>
      new Promise(resolve => {
        for (const socket of sockets.clients) socket.terminate();
        sockets.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, { port, host }: { port: number; host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
}

async function answerHttp(request: IncomingMessage, response: ServerResponse, call: Call): Promise<void> {
  response.setHeader('access-control-allow-origin', '*');
  if (request.method === 'OPTIONS') {
    response
      .writeHead(204, {
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': request.headers['access-control-request-headers'] ?? 'content-type',
        'access-control-max-age': '86400',
      })
      .end();
    return;
  }
  if (request.method !== 'POST') {
    response.writeHead(request.url === '/health' ? 200 : 405, { 'content-type': 'text/plain' }).end('ok');
    return;
  }
  const text = await bodyOf(request);
  if (text === undefined) {
    response.writeHead(413).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(await answerRequest(text, call));
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
