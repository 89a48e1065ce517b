import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type ServerType } from '@hono/node-server';
import { BaseError } from 'latchkit/protocol';
import { hasOneHost } from './hasOneHost.js';
import { serveFirst } from './serveFirst.js';

/** Milliseconds that requests under way have when a listener closes. */
const GRACE = 5_000;
/** How often connections that became idle meanwhile are closed. */
const IDLE_CHECK = 50;

const SERVER_LIMITS = { headersTimeout: 10_000, requestTimeout: 20_000 };
/** How often connections are checked against them, and how long an idle one is kept. */
const CONNECTIONS = { connectionsCheckingInterval: 2_000, keepAliveTimeout: 65_000 };

/** Answers a request. */
export type Answer = (request: Request) => Response | Promise<Response>;

export interface ListenerOptions {
  /** 0: a free one. */
  readonly port: number;
  /** Address to listen on; undefined: all. */
  readonly host: string | undefined;
  /** The environment variable that moves it. */
  readonly variable: string;
  /** Milliseconds for headers and for a whole request. Default: 10 000 and 20 000. */
  readonly limits?: { readonly headersTimeout?: number; readonly requestTimeout?: number };
  /** Puts Node's own `Response` in the place of the global one. Default: false. */
  readonly overrideGlobalObjects?: boolean;
}

/** A port that is listened on. */
export interface Listener {
  readonly port: number;
  readonly server: ServerType;
  /** From now on requests are answered by this; before, they are told to come again. */
  serve(answer: Answer): void;
  /**
   * Takes no more, and lets requests under way finish.
   *
   * @param abort - Called once they have, or when their time is over.
   */
  close(abort?: () => void): Promise<void>;
}

/** @throws BaseError `PORT_TAKEN`, which names the variable. */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  const { limits = {}, overrideGlobalObjects = false } = options;
  let answer: Answer = () => new Response(null, { status: 503, headers: { 'Retry-After': '1' } });
  const server = createAdaptorServer({
    // The environment goes along: it knows the address of the socket.
    fetch: (request, ...more) =>
      (answer as (...all: unknown[]) => Response | Promise<Response>)(request, ...more),
    overrideGlobalObjects,
    serverOptions: { ...SERVER_LIMITS, ...CONNECTIONS, ...limits },
  });
  serveFirst(server, refuseTwoHosts);
  const port = await listen(server, options);
  return {
    port,
    server,
    serve(next) {
      answer = next;
    },
    close: (abort = () => {}) => closeServer(server, abort),
  };
}

function refuseTwoHosts(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  if (hasOneHost(incoming)) return false;
  const error = { code: 'INVALID_REQUEST', message: 'The request names several hosts' };
  // Whatever follows on this connection is not trusted either.
  outgoing.writeHead(400, { 'Content-Type': 'application/json', Connection: 'close' });
  outgoing.end(JSON.stringify({ error }));
  return true;
}

function listen(server: ServerType, { port, host, variable }: ListenerOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') return reject(error);
      const details = `Stop what uses it, or set ${variable} to another port.`;
      reject(new BaseError('PORT_TAKEN', `Port ${port} is taken`, { details, cause: error }));
    });
    const listening = () => resolve((server.address() as AddressInfo).port);
    if (host === undefined) server.listen(port, listening);
    else server.listen(port, host, listening);
  });
}

function closeServer(server: ServerType, abort: () => void): Promise<void> {
  return new Promise(resolve => {
    const closeIdle = () => {
      if ('closeIdleConnections' in server) server.closeIdleConnections();
    };
    const closeConnections = () => {
      abort();
      if ('closeAllConnections' in server) server.closeAllConnections();
    };
    const late = setTimeout(closeConnections, GRACE);
    // A kept connection whose request ends only now is idle from then on: nobody waits for its caller to hang up.
    const idle = setInterval(closeIdle, IDLE_CHECK);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(late);
      abort();
      resolve();
    });
    closeIdle();
  });
}
