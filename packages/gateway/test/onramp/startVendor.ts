import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type * as z from 'zod';

/** One call of a service's public contract. */
export interface VendorCall {
  readonly method: string;
  readonly path: string;
  /** The whole query. Default: none is allowed. */
  readonly query?: z.ZodType;
  /** The whole body. Default: none is allowed. */
  readonly body?: z.ZodType;
  readonly status?: number;
  /** What the service answers, as recorded from its documentation. */
  readonly answer: unknown;
}

/** A request that was in the contract. */
export interface VendorRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly headers: IncomingMessage['headers'];
}

/**
 * Starts a server that keeps a service's contract: it checks every request against a strict schema and answers what was recorded. A
 * request that is not in the contract gets the status 500 and is a problem.
 *
 * @param authorize - Checks the credentials of a request. Throws for wrong ones.
 */
export async function startVendor(
  calls: readonly VendorCall[],
  authorize: (request: {
    readonly method: string;
    readonly url: URL;
    readonly headers: IncomingMessage['headers'];
  }) => Promise<void> | void,
) {
  const requests: VendorRequest[] = [];
  const problems: unknown[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '/', `http://${headers.host}`);
    const send = (status: number, answer: unknown) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    try {
      const call = calls.find(one => one.method === method && one.path === url.pathname);
      if (!call) throw new Error(`${method} ${url.pathname} is not in the contract`);
      await authorize({ method, url, headers });
      const query = Object.fromEntries(url.searchParams);
      if (call.query) call.query.parse(query);
      else if (url.search !== '') throw new Error(`${url.pathname} has no query`);
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      if (call.body) call.body.parse(body);
      else if (body !== undefined) throw new Error(`${url.pathname} has no body`);
      requests.push({ path: url.pathname, query, body, headers });
      send(call.status ?? 200, call.answer);
    } catch (problem) {
      problems.push(problem);
      send(500, {});
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    problems,
    stop: () => new Promise(resolve => server.close(resolve)),
  };
}
