import {
  answerTexts,
  serveHttp,
  type TextRequest,
  type TextResponse,
} from '../../../scripts/lib/serveHttp.mjs';
import { answerRequest } from './answerRequest.js';
import { createBundler, type RpcMethods } from './createBundler.js';
import { createPaymaster } from './createPaymaster.js';
import { openChain } from './DevelopmentChain.js';
import { deployContracts } from './deployContracts.js';
import { placeSessions } from './placeSessions.js';

export interface DevelopmentBundlerOptions {
  /** JSON-RPC URLs of anvil chains. The first one is also served at `/`. */
  readonly chains: readonly string[];
  /** Default: a free port. */
  readonly port?: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** The policy that calls of the paymaster must name in their context. Default: none. */
  readonly policyId?: string;
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
  const { chains, port = 0, host = '127.0.0.1', policyId } = options;
  const served = await Promise.all(chains.map(url => serveChain(url, policyId)));
  const paths = new Map(served.map(({ chainId, methods }) => [`/${chainId}`, methods]));
  const [first] = served;
  if (first) paths.set('/', first.methods);
  const answer = async ({ method, path, body }: TextRequest): Promise<TextResponse> => {
    const methods = paths.get(path);
    if (method === 'POST' && methods) return { json: await answerRequest(body, methods) };
    return method === 'GET' && path === '/health' ? { text: 'ok' } : { status: 404, text: '' };
  };
  const server = await serveHttp(answerTexts('POST', answer), { port, host });
  return {
    port: server.port,
    url: chainId => `http://${host}:${server.port}/${chainId}`,
    close: server.close,
  };
}

async function serveChain(
  url: string,
  policyId: string | undefined,
): Promise<{ chainId: number; methods: RpcMethods }> {
  const chain = await openChain(url);
  await deployContracts(chain);
  await placeSessions(chain);
  return {
    chainId: chain.chain.id,
    methods: { ...createBundler(chain), ...createPaymaster(chain, policyId) },
  };
}
