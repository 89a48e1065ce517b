import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request that reached the server. */
export interface ServedRequest {
  readonly method: string;
  readonly url: URL;
  /** Parsed JSON; undefined without a body. */
  readonly body: unknown;
}

type Response = readonly [status: number, body: unknown];
type Answer = Response | ((request: ServedRequest) => Response | Promise<Response>);

/** An open stream of server-sent events. */
export interface EventStream {
  write(text: string): void;
  end(): void;
}

/** A real HTTP server that responds to each path as the test defines; every other path is a 404. */
export interface StubGateway {
  readonly url: string;
  /** By path, without the query. A function is called for each request. */
  readonly answers: Record<string, Answer>;
  /** By path: answers with a stream of server-sent events. */
  readonly streams: Record<string, (stream: EventStream) => void>;
  /** Requests to a path, oldest first; without a path: all of them. */
  asked(path?: string): readonly ServedRequest[];
  stop(): Promise<void>;
}

export async function startStubGateway(answers: Record<string, Answer> = {}): Promise<StubGateway> {
  const requests: ServedRequest[] = [];
  const streams: StubGateway['streams'] = {};
  const server = createServer(async (incoming, response) => {
    let text = '';
    for await (const chunk of incoming) text += chunk;
    const url = new URL(incoming.url ?? '/', 'http://localhost');
    const request = { method: incoming.method ?? '', url, body: text ? JSON.parse(text) : undefined };
    requests.push(request);
    const stream = streams[url.pathname];
    if (stream) {
      response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/event-stream' });
      response.flushHeaders();
      stream({ write: text => void response.write(text), end: () => void response.end() });
      return;
    }
    const answer = answers[url.pathname] ?? [404, { error: { code: 'NOT_FOUND', message: 'x' } }];
    const [status, body] = typeof answer === 'function' ? await answer(request) : answer;
    response.writeHead(status, {
      'access-control-allow-origin': '*',
      'content-type': 'application/json',
      'cache-control': 'no-store',
    });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>(resolve => server.listen(0, resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    answers,
    streams,
    asked: path => requests.filter(({ url }) => !path || url.pathname === path),
    async stop() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

/** Waits for a condition in real time, whatever clock the test uses; fails after 5 s. */
export async function until(condition: () => boolean): Promise<void> {
  const limit = performance.now() + 5_000;
  while (!condition()) {
    if (performance.now() > limit) throw new Error('The condition was never met.');
    await new Promise(resolve => setImmediate(resolve));
  }
}

/** Waits 50 ms in real time for work in flight, whatever clock the test uses. */
export async function turns(): Promise<void> {
  const limit = performance.now() + 50;
  await until(() => performance.now() > limit);
}
