import http from 'node:http';
import https from 'node:https';
import { RPC_CODES } from './jsonRpc.js';
import { RpcError } from './RpcError.js';
import type { Upstream } from './upstreams.js';

/** Bytes of an answer; more is cut off. */
const MAX_ANSWER = 32 * 1024 * 1024;

/** What a node answered, unread. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly text: string;
}

export interface UpstreamClient {
  /**
   * Posts the body to the upstream, on a connection that is kept.
   *
   * @param timeout - Milliseconds until the whole answer must have arrived.
   * @param stopped - Aborts when nobody waits any more.
   * @throws RpcError 504 `UPSTREAM_TIMEOUT`, or 502 `UPSTREAM_UNREACHABLE` or `UPSTREAM_ANSWER_TOO_LARGE`. None says
   * where the upstream is.
   */
  ask(upstream: Upstream, body: string, timeout: number, stopped: AbortSignal): Promise<UpstreamAnswer>;
  /** Closes all connections: what is under way ends. */
  close(): void;
}

/** Talks HTTP to nodes. Node's own client: a third of the time that `fetch` takes for a small call. */
export function upstreamClient(): UpstreamClient {
  const plain = new http.Agent({ keepAlive: true, maxFreeSockets: 64 });
  const secure = new https.Agent({ keepAlive: true, maxFreeSockets: 64 });
  let closed = false;
  const send = (upstream: Upstream, body: string, timeout: number, stopped: AbortSignal) =>
    upstream.url.startsWith('https:')
      ? post(https.request, secure, upstream, body, timeout, stopped)
      : post(http.request, plain, upstream, body, timeout, stopped);
  return {
    async ask(upstream, body, timeout, stopped) {
      const end = performance.now() + timeout;
      try {
        return await send(upstream, body, timeout, stopped);
      } catch (error) {
        if (!(error instanceof ConnectionClosed)) throw error;
        if (closed) throw unreachable(error);
        // The server closed a kept connection at the very moment it was used again: it never saw the call.
        return send(upstream, body, Math.max(1, end - performance.now()), stopped);
      }
    },
    close() {
      closed = true;
      plain.destroy();
      secure.destroy();
    },
  };
}

class ConnectionClosed extends Error {}

function post(
  request: typeof http.request,
  agent: http.Agent,
  upstream: Upstream,
  body: string,
  timeout: number,
  stopped: AbortSignal,
): Promise<UpstreamAnswer> {
  return new Promise((resolve, reject) => {
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'Content-Length': Buffer.byteLength(body),
      ...upstream.headers,
    };
    const sent = request(upstream.url, { method: 'POST', agent, headers, signal: stopped });
    let began = false;
    const timer = setTimeout(() => sent.destroy(timedOut()), timeout);
    const fail = (error: Error & { code?: string }) => {
      clearTimeout(timer);
      const lost = sent.reusedSocket && !began && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      if (error instanceof RpcError) reject(error);
      else reject(lost ? new ConnectionClosed() : unreachable(error));
    };
    sent.on('error', fail);
    sent.on('response', response => {
      began = true;
      const status = response.statusCode ?? 0;
      // A redirect would lead a call, and its key, to somebody whom the operator did not name.
      if (status >= 300 && status < 400) return void sent.destroy(unreachable(undefined));
      collect(response).then(text => {
        clearTimeout(timer);
        resolve({ status, text });
      }, fail);
    });
    sent.end(body);
  });
}

async function collect(response: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.byteLength;
    if (size > MAX_ANSWER) throw tooLarge();
    parts.push(part);
  }
  if (!response.complete) throw unreachable(undefined);
  return Buffer.concat(parts).toString();
}

function timedOut(): RpcError {
  return new RpcError(504, RPC_CODES.serverError, 'UPSTREAM_TIMEOUT', 'The chain did not answer in time');
}

function unreachable(cause: unknown): RpcError {
  const { serverError } = RPC_CODES;
  return new RpcError(502, serverError, 'UPSTREAM_UNREACHABLE', 'The chain cannot be reached', cause);
}

function tooLarge(): RpcError {
  const { limitExceeded } = RPC_CODES;
  return new RpcError(502, limitExceeded, 'UPSTREAM_ANSWER_TOO_LARGE', 'The answer is too large');
}
