import { z } from 'zod/mini';
import { withDeadline } from '../../core/adapter/abortable.js';
import type { AdapterHost } from '../../core/adapter/ChainAdapter.js';
import type { CaipNetwork } from '../../core/adapter/Network.js';
import { NoRpcUrlError } from '../../protocol/NoRpcUrlError.js';
import { ChainError } from './ChainError.js';
import { RPC_TIMEOUT } from './solanaLimits.js';

const Answer = z.object({
  result: z.optional(z.unknown()),
  error: z.nullish(z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) })),
});

/** Sends one request to a network's node, and parses the response with a schema. */
export type AskChain = <T>(
  method: string,
  params: readonly unknown[],
  answer: z.ZodMiniType<T>,
) => Promise<T>;

/**
 * Creates the function that sends JSON-RPC requests to the URL that core provides.
 *
 * @throws NO_RPC_URL there is no URL; ChainError the node returned an error; an Error if it does not respond within 10 s.
 * @see https://solana.com/docs/rpc
 */
export function askChainOf(host: AdapterHost, network: CaipNetwork): AskChain {
  const url = host.rpcUrl(network);
  if (!url) throw new NoRpcUrlError(network.caipNetworkId);
  return async (method, params, schema) => {
    const leave = new AbortController();
    try {
      const text = await withDeadline(post(url, method, params, leave.signal), RPC_TIMEOUT, undefined);
      if (text === undefined) throw new Error(`The chain did not answer ${method} in time.`);
      const { result, error } = Answer.parse(parseWithBigIntegers(text));
      if (error) throw new ChainError(error);
      return schema.parse(result);
    } finally {
      leave.abort();
    }
  };
}

async function post(
  url: string,
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal,
  });
  const text = await response.text();
  if (response.ok) return text;
  throw new Error(`The node responded to ${method} with status ${response.status}.`, {
    cause: refusalIn(text),
  });
}

/** What a gateway says about a refused request, such as a network for which it has no node. */
function refusalIn(text: string): ChainError | undefined {
  try {
    const { error } = Answer.parse(JSON.parse(text));
    return error ? new ChainError(error) : undefined;
  } catch {
    return undefined;
  }
}

/** Parses JSON in which integers may exceed a number's precision: those are read as text. */
function parseWithBigIntegers(text: string): unknown {
  return JSON.parse(
    text.replace(/"(?:[^"\\]|\\.)*"|-?\b\d{16,}\b(?![.eE])/g, found =>
      found.startsWith('"') ? found : `"${found}"`,
    ),
  );
}
