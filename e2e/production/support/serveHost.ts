import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import path from 'node:path';
import { build } from 'esbuild';
import type { LocalCertificate } from '../../../packages/gateway/test/servers/makeCertificate.js';

const PAGE =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><body><script type="module" src="/host.js"></script></body></html>';

/**
 * Builds a host page around the code of the guide and serves it.
 *
 * @param code - A module that exports the instance as `kit`.
 */
export async function serveHost(
  code: string,
  { certificate, key }: LocalCertificate,
  port: number,
): Promise<() => Promise<void>> {
  const { outputFiles } = await build({
    stdin: {
      contents: `${code}\nimport { showHost } from './showHost.js';\nshowHost(kit);`,
      loader: 'ts',
      resolveDir: path.join(import.meta.dirname, '../pages'),
    },
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.css': 'text' },
    logLevel: 'error',
  });
  const tls = { cert: readFileSync(certificate), key: readFileSync(key) };
  const server = createServer(tls, (request, response) => {
    const isScript = request.url === '/host.js';
    response
      .writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
      .end(isScript ? outputFiles[0]?.text : PAGE);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
}
