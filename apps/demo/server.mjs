/**
 * Serves the built demo page, or the folder given as the first argument, without dependencies. The addresses of the other
 * services are inserted per request, so that one build runs on any ports.
 */
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { PAGES, portOf, serviceAddresses, withAddresses } from './demoPages.mjs';

const DIST = process.argv[2] ? resolve(process.argv[2]) : fileURLToPath(new URL('./dist', import.meta.url));
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const compress = promisify(brotliCompress);

const port = portOf('LATCHKIT_DEMO_PORT', 5173);
const addresses = serviceAddresses();

/** The policy for `csp=strict`; without the parameter the page sends none. */
function strictPolicy() {
  const { gateway, wallet, chainA, chainB, solana, bitcoin, network } = addresses;
  // An http source does not cover ws, so the relay is listed separately.
  const relay = gateway.replace(/^http/, 'ws');
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: ${gateway}`,
    `connect-src 'self' ${gateway} ${relay} ${network} ${chainA} ${chainB} ${solana} ${bitcoin}`,
    `frame-src ${wallet}`,
    "object-src 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

/** The file for a URL path, or undefined; never one outside the build. */
async function fileFor(pathname) {
  const file = normalize(join(DIST, PAGES[pathname] ?? pathname));
  if (!file.startsWith(DIST + sep)) return undefined;
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() ? file : undefined;
}

async function body(file) {
  const content = await readFile(file);
  if (!file.endsWith('.html')) return content;
  return Buffer.from(withAddresses(content.toString(), addresses));
}

async function answer(request, response) {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const file = await fileFor(decodeURIComponent(url.pathname));
  if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) {
    response
      .writeHead(file ? 405 : 404, { 'content-type': 'text/plain' })
      .end(file ? 'Method not allowed' : 'Not found');
    return;
  }
  const type = TYPES[extname(file)] ?? 'application/octet-stream';
  const hashed = url.pathname.startsWith('/assets/');
  const headers = {
    'content-type': type,
    'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
  };
  if (file.endsWith('.html') && url.searchParams.get('csp') === 'strict') {
    headers['content-security-policy'] = strictPolicy();
  }
  let content = await body(file);
  if (/text|json|svg/.test(type) && /\bbr\b/.test(String(request.headers['accept-encoding']))) {
    content = hashed ? await compressed(file, content) : await brotli(content);
    headers['content-encoding'] = 'br';
  }
  headers['content-length'] = content.length;
  response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : content);
}

const brotli = content => compress(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });

const kept = new Map();

/** Compresses each content-hashed file once. */
async function compressed(file, content) {
  const known = kept.get(file);
  if (known) return known;
  const made = await brotli(content);
  kept.set(file, made);
  return made;
}

const server = createServer((request, response) => {
  answer(request, response).catch(error => {
    const bad = error instanceof URIError;
    if (!bad) console.error(error);
    if (!response.headersSent) response.writeHead(bad ? 400 : 500);
    response.end();
  });
});

server.on('error', error => {
  const taken = error.code === 'EADDRINUSE';
  console.error(
    taken
      ? `Port ${port} is taken. Set LATCHKIT_DEMO_PORT to another one.`
      : `The demo cannot start: ${error.message}`,
  );
  process.exit(1);
});

if (!(await fileFor('/'))) {
  console.error('The demo is not built yet: run `npm run build` first.');
  process.exit(1);
}

server.listen(port, process.env.LATCHKIT_DEMO_HOST ?? 'localhost', () => {
  console.log(`demo host page: http://localhost:${server.address().port}`);
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    server.close(() => process.exit(0));
    server.closeAllConnections();
  });
}
