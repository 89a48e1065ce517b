import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type ServerType } from '@hono/node-server';
import { BaseError } from 'latchkit/protocol';
import { hasOneHost } from './hasOneHost.js';
import { limitTraffic } from './limitTraffic.js';
import { serveFirst } from './serveFirst.js';
import { createTraffic, type Traffic } from './traffic.js';

/** Time limit for requests in progress when a listener closes, in milliseconds. */
const GRACE = 5_000;
/** Milliseconds between two checks for idle connections while closing. */
const IDLE_CHECK = 50;

const SERVER_LIMITS = { headersTimeout: 10_000, requestTimeout: 20_000 };
/** Milliseconds between checks of the time limits, and until an idle connection is closed. */
const CONNECTIONS = { connectionsCheckingInterval: 2_000, keepAliveTimeout: 65_000 };

/** Handles a request of Node's server; returns false, with nothing read, if it does not. */
export type NodeHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

/** Responds to a request. */
export type Answer = (request: Request) => Response | Promise<Response>;

export interface ListenerOptions {
  /** 0: any free port. */
  readonly port: number;
  /** Address to listen on; undefined: all. */
  readonly host: string | undefined;
  /** The environment variable that sets the port, for the error message. */
  readonly variable: string;
  /** Time limits for the headers and for a whole request, in milliseconds. Defaults: 10 000 and 20 000. */
  readonly limits?: { readonly headersTimeout?: number; readonly requestTimeout?: number };
  /** Counts what callers use, over all listeners of the process. Default: of this one, without proxies. */
  readonly traffic?: Traffic;
  /** Replaces the global `Response` by Node's own. Default: false. */
  readonly overrideGlobalObjects?: boolean;
}

/** A listening server. */
export interface Listener {
  readonly port: number;
  readonly server: ServerType;
  /**
   * Sets the handler of requests; earlier requests get 503.
   *
   * @param first - Handles some requests on Node's own objects; returns false for the others.
   */
  serve(answer: Answer, first?: NodeHandler): void;
  /**
   * Accepts no more connections, and lets requests in progress finish.
   *
   * @param abort - Called when they have finished, or at the time limit.
   */
  close(abort?: () => void): Promise<void>;
}

/** @throws BaseError `PORT_TAKEN`, which names the variable. */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  const { limits = {}, overrideGlobalObjects = false, traffic = createTraffic() } = options;
  let answer: Answer = () => new Response(null, { status: 503, headers: { 'Retry-After': '1' } });
  const server = createAdaptorServer({
    // Pass the environment on: it contains the address of the socket.
    fetch: (request, ...more) =>
      (answer as (...all: unknown[]) => Response | Promise<Response>)(request, ...more),
    overrideGlobalObjects,
    serverOptions: { ...SERVER_LIMITS, ...CONNECTIONS, ...limits },
  });
  let first: NodeHandler = () => false;
  server.on('connection', traffic.connected);
  // The limits come first, so that a refused request costs nothing.
  serveFirst(server, (incoming, outgoing, pass) => {
    if (refuseTwoHosts(incoming, outgoing)) return true;
    limitTraffic(traffic, incoming, outgoing, () => {
      if (!first(incoming, outgoing)) pass();
    });
    return true;
  });
  const port = await listen(server, options);
  return {
    port,
    server,
    serve(next, handler = first) {
      answer = next;
      first = handler;
    },
    close: (abort = () => {}) => closeServer(server, abort),
  };
}

function refuseTwoHosts(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  if (hasOneHost(incoming)) return false;
  const error = { code: 'INVALID_REQUEST', message: 'The request names several hosts' };
  // Data that follows on this connection isn't trusted either.
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
    // A keep-alive connection whose request ends now becomes idle; don't wait for its client to close it.
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
