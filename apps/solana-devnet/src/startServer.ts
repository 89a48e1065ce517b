import { WebSocket, WebSocketServer } from 'ws';
import {
  answerTexts,
  serveHttp,
  type TextRequest,
  type TextResponse,
} from '../../../scripts/lib/serveHttp.mjs';
import { answerRequest, type Call, methodsOf } from './answerRequest.js';
import type { RateLimit } from './RateLimit.js';
import { Subscriptions } from './Subscriptions.js';

/** Maximum size of a message in bytes. */
const MOST_BYTES = 1_000_000;

/** Serves JSON-RPC over HTTP and, on the same port, over WebSocket with subscriptions. Allows requests from any origin. */
export async function startServer(
  call: Call,
  subscriptions: Subscriptions,
  { limit, ...place }: { readonly port: number; readonly host: string; limit(): RateLimit | undefined },
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const answer = async ({ method, path, body }: TextRequest): Promise<TextResponse> => {
    if (method !== 'POST') return { status: path === '/health' ? 200 : 405, text: 'ok' };
    const wait = limit()?.count(methodsOf(body)) ?? 0;
    if (wait > 0) return { status: 429, text: 'Too many requests', headers: { 'retry-after': String(wait) } };
    return { json: await answerRequest(body, call) };
  };
  const { server, port, close } = await serveHttp(answerTexts('POST', answer), place);
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
  return {
    port,
    close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      return close();
    },
  };
}
