import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/**
 * Serves a built host page with brotli, and forwards `/rpc` to a chain.
 *
 * @param {string} folder
 * @param {string} chain address of a JSON-RPC server
 * @param {{ quality?: number }} options brotli's quality; its best unless set
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serveHost(folder, chain, { quality = constants.BROTLI_MAX_QUALITY } = {}) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  const packed = new Map();
  const bodyOf = file => {
    const body = packed.get(file) ?? brotliCompressSync(readFileSync(file), { params });
    packed.set(file, body);
    return body;
  };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (pathname === '/rpc') {
      const parts = [];
      for await (const part of request) parts.push(part);
      const answer = await fetch(chain, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Buffer.concat(parts),
      }).catch(() => undefined);
      response
        .writeHead(answer?.status ?? 502, { 'content-type': 'application/json' })
        .end(await answer?.text());
      return;
    }
    const file = path.join(folder, pathname === '/' ? 'index.html' : path.normalize(pathname));
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    const headers = {
      'content-type': types[path.extname(file)] ?? 'application/octet-stream',
      'content-encoding': 'br',
    };
    response.writeHead(200, headers).end(bodyOf(file));
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${server.address().port}/`,
    close: () => {
      server.closeAllConnections();
      return new Promise(resolve => server.close(resolve));
    },
  };
}
