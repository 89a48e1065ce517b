import { z } from 'zod/mini';
import { WalletRpcError } from './WalletRpcError.js';

const Answer = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) })),
});

/**
 * Calls a chain over JSON-RPC 2.0.
 *
 * @throws WalletRpcError with the chain's own code, or -32603 when it cannot be reached.
 */
export async function chainRequest(url: string, method: string, params: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] }),
  }).catch(cause => {
    throw new WalletRpcError(-32603, `The chain at ${url} cannot be reached.`, { cause: String(cause) });
  });
  const answer = Answer.safeParse(await response.json().catch(() => undefined));
  if (!answer.success) throw new WalletRpcError(-32603, `The chain at ${url} answered no JSON-RPC.`);
  if (answer.data.error) {
    const { code, message, data } = answer.data.error;
    throw new WalletRpcError(code, message, data);
  }
  return answer.data.result;
}
