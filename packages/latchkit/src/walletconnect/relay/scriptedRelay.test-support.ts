import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** A call that the client sent. */
export interface Said {
  readonly id: number;
  readonly method?: string;
  readonly params?: { readonly topic?: string; readonly topics?: readonly string[] };
}

export interface ScriptedRelay {
  readonly url: string;
  readonly sockets: WebSocket[];
  readonly said: Said[];
  /** Sends a message to the client that connected last. */
  say(message: object): void;
  stop(): Promise<void>;
}

/**
 * A real WebSocket server that responds, or fails to respond, as a test needs, for cases that our own relay never
 * produces.
 *
 * @param answer the result of a call; undefined: no response; an Error: a refusal with its `cause` as code.
 */
export async function scriptedRelay(answer: (call: Said) => unknown): Promise<ScriptedRelay> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const sockets: WebSocket[] = [];
  const said: Said[] = [];
  server.on('connection', socket => {
    sockets.push(socket);
    socket.on('message', data => {
      const call: Said = JSON.parse(`${data}`);
      said.push(call);
      if (call.method === undefined) return;
      const result = answer(call);
      if (result === undefined) return;
      const body =
        result instanceof Error ? { error: { code: result.cause, message: result.message } } : { result };
      socket.send(JSON.stringify({ id: call.id, jsonrpc: '2.0', ...body }));
    });
  });
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sockets,
    said,
    say: message => sockets.at(-1)?.send(JSON.stringify(message)),
    async stop() {
      for (const socket of sockets) socket.terminate();
      server.close();
      await once(server, 'close');
    },
  };
}
