import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { FRAME_FILE_HEADERS, frameHeaders } from 'latchkit/protocol';
import { withTls } from './withTls.js';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** The project's rules, which the wallet's server applies to each load of the wallet page. */
export interface ProjectRules {
  /** Origins that may embed the page (`frame-ancestors`). */
  ancestors: readonly string[];
  /** Origins that the page accepts. */
  allowedOrigins: readonly string[];
  nested: boolean;
  /** Whether CORS allows the origin `null` to read the page's files, for the page in a sandbox. */
  openFiles: boolean;
  /** `Cross-Origin-Opener-Policy` of the host pages. Default: none. */
  opener?: string;
  /** `Content-Security-Policy` of the host pages. Default: none. */
  policy?: string | undefined;
  /** Handles the page's chain requests; throwing simulates a chain that doesn't respond. Default: no chain responds. */
  chain?: (method: string, params: readonly unknown[], chainId: string) => unknown;
}

/** A host site and a wallet site on two ports of this machine. Their host names differ, so they are cross-site. */
export interface Sites {
  /** Returns the base URL of the host pages under a name, `app` or `evil`: `http://app.localhost:…`. */
  host(name: string): string;
  readonly wallet: string;
  readonly rules: ProjectRules;
  stop(): Promise<void>;
}

/** Serves the built host page, and the built wallet page with its headers. */
export async function serveSites(hostFolder: string, walletFolder: string): Promise<Sites> {
  const rules: ProjectRules = { ancestors: [], allowedOrigins: [], nested: false, openFiles: false };
  const hosts = await listen((request, response) => {
    const { opener, policy } = rules;
    const headers = {
      ...(opener !== undefined && { 'cross-origin-opener-policy': opener }),
      ...(policy !== undefined && { 'content-security-policy': policy }),
    };
    void sendFile(hostFolder, request.url ?? '/', headers).then(({ status, headers, content }) =>
      response.writeHead(status, headers).end(content),
    );
  });
  const wallet = await listen((request, response) => {
    if (request.url === '/chain') return void answerChain(rules, request, response);
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const isPage = pathname === '/frame';
    const isWindow = pathname === '/window';
    const headers = isPage
      ? frameHeaders({ allowedOrigins: rules.ancestors, connect: [] })
      : isWindow
        ? frameHeaders({ allowedOrigins: rules.openFiles ? rules.ancestors : [], connect: [] })
        : rules.openFiles
          ? { 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' }
          : FRAME_FILE_HEADERS;
    const name = isPage ? '/index.html' : isWindow ? '/window.html' : pathname;
    void sendFile(walletFolder, name, headers).then(file => {
      const { allowedOrigins, nested } = rules;
      const config = JSON.stringify({ allowedOrigins, nested }).replaceAll('"', '&quot;');
      const content = isPage
        ? String(file.content).replace(
            'name="latchkit-frame" content=""',
            `name="latchkit-frame" content="${config}"`,
          )
        : file.content;
      response.writeHead(file.status, file.headers).end(content);
    });
  });
  const [atHosts, atWallet] = await Promise.all([withTls(portOf(hosts)), withTls(portOf(wallet))]);
  return {
    host: name => `${atHosts.scheme}://${name}.localhost:${atHosts.port}`,
    wallet: `${atWallet.scheme}://wallet.localhost:${atWallet.port}`,
    rules,
    async stop() {
      await Promise.all([atHosts.close(), atWallet.close()]);
      for (const server of [hosts, wallet]) {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      }
    },
  };
}

async function answerChain(rules: ProjectRules, request: IncomingMessage, response: ServerResponse) {
  try {
    const { method, params, chainId } = JSON.parse(await text(request));
    if (rules.chain === undefined) throw new Error('There is no chain.');
    const answer = JSON.stringify(await rules.chain(method, params, chainId));
    response.writeHead(200).end(answer);
  } catch {
    response.writeHead(502).end();
  }
}

async function listen(listener: RequestListener): Promise<Server> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}

async function sendFile(folder: string, url: string, headers: Readonly<Record<string, string>>) {
  const { pathname } = new URL(url, 'http://localhost');
  const type = TYPES[path.extname(pathname)] ?? 'application/octet-stream';
  try {
    const content = await readFile(path.join(folder, path.normalize(pathname)));
    return { status: 200, headers: { 'content-type': type, ...headers }, content };
  } catch {
    return { status: 404, headers: {}, content: '' };
  }
}
