import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import path from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Changes a page before it is sent, as server rendering does. */
export type Render = (html: string, request: IncomingMessage) => string;

export interface PageServer {
  readonly origin: string;
  stop(): Promise<void>;
}

/**
 * Serves the built pages on a free port under `/prod/` and `/dev/`, and the production build again under `/copy/`, so that a browser
 * loads it as different modules.
 */
export async function servePages(folder: string, render: Render = html => html): Promise<PageServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = path.join(folder, path.normalize(pathname.replace(/^\/copy\//, '/prod/')));
    const type = TYPES[path.extname(file)];
    readFile(file).then(
      content => {
        response.writeHead(200, { 'content-type': type ?? 'application/octet-stream' });
        response.end(type?.startsWith('text/html') ? render(String(content), request) : content);
      },
      () => response.writeHead(404).end(),
    );
  }).listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return {
    origin: `http://localhost:${address.port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
