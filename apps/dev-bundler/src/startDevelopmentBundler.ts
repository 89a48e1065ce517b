import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answerRequest } from './answerRequest.js';
import { createBundler, type RpcMethods } from './createBundler.js';
import { createPaymaster } from './createPaymaster.js';
import { openChain } from './DevelopmentChain.js';
import { deployContracts } from './deployContracts.js';
import { placeSessions } from './placeSessions.js';

/** Maximum size of a request in bytes. */
const MOST_BYTES = 1_000_000;

export interface DevelopmentBundlerOptions {
  /** JSON-RPC URLs of anvil chains. The first one is also served at `/`. */
  readonly chains: readonly string[];
  /** Default: a free port. */
  readonly port?: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
}

/** A running bundler and paymaster. */
export interface DevelopmentBundler {
  readonly port: number;
  /** JSON-RPC of the bundler and the paymaster of a chain. @param chainId - For example 31337. */
  url(chainId: number): string;
  close(): Promise<void>;
}

/**
 * Deploys the contracts of smart accounts on anvil chains and serves a bundler (ERC-4337, ERC-7769) and a paymaster that pays for
 * everything (ERC-7677) at `/{chainId}`.
 */
export async function startDevelopmentBundler(
  options: DevelopmentBundlerOptions,
): Promise<DevelopmentBundler> {
  const { chains, port = 0, host = '127.0.0.1' } = options;
  const served = await Promise.all(chains.map(serveChain));
  const paths = new Map(served.map(({ chainId, methods }) => [`/${chainId}`, methods]));
  const [first] = served;
  if (first) paths.set('/', first.methods);
  const server = createServer((request, response) => void respond(request, response, paths));
  await listen(server, port, host);
  const address = server.address();
  const listening = typeof address === 'object' && address ? address.port : port;
  return {
    port: listening,
    url: chainId => `http://${host}:${listening}/${chainId}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serveChain(url: string): Promise<{ chainId: number; methods: RpcMethods }> {
  const chain = await openChain(url);
  await deployContracts(chain);
  await placeSessions(chain);
  return { chainId: chain.chain.id, methods: { ...createBundler(chain), ...createPaymaster(chain) } };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  paths: ReadonlyMap<string, RpcMethods>,
): Promise<void> {
  response.setHeader('access-control-allow-origin', '*');
  if (request.method === 'OPTIONS') {
    response.writeHead(204, {
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? 'content-type',
    });
    response.end();
    return;
  }
  const methods = paths.get(new URL(request.url ?? '/', 'http://localhost').pathname);
  if (request.method !== 'POST' || !methods) {
    const isHealth = request.method === 'GET' && request.url === '/health';
    response.writeHead(isHealth ? 200 : 404, { 'content-type': 'text/plain' }).end(isHealth ? 'ok' : '');
    return;
  }
  const text = await bodyOf(request);
  if (text === undefined) {
    response.writeHead(413).end();
    return;
  }
  const body = await answerRequest(text, methods);
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of request) {
      size += (part as Buffer).length;
      if (size > MOST_BYTES) return undefined;
      parts.push(part as Buffer);
    }
  } catch {
    // The client has disconnected.
    return undefined;
  }
  return Buffer.concat(parts).toString();
}
