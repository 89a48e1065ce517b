import { z } from 'zod';
import { RPC_CODES, RpcError } from './RpcError.js';
import { stringify } from './stringify.js';

const Request = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string(),
  params: z.array(z.unknown()).nullish(),
});

/** Runs a method with its parameters and returns the result. @throws RpcError */
export type Call = (method: string, params: readonly unknown[]) => unknown;

/** Responds to the text of a JSON-RPC 2.0 request or batch. */
export async function answerRequest(text: string, call: Call): Promise<string> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return stringify(failure(null, new RpcError(RPC_CODES.parseError, 'Parse error')));
  }
  if (!Array.isArray(body)) return stringify(await answerOne(body, call));
  const answers: unknown[] = [];
  // In sequence, so that later requests of a batch see the effects of earlier ones.
  for (const one of body) answers.push(await answerOne(one, call));
  return stringify(answers);
}

/** The methods that a request calls, as far as it can be read. */
export function methodsOf(text: string): readonly string[] {
  try {
    const body: unknown = JSON.parse(text);
    return (Array.isArray(body) ? body : [body]).flatMap(one => Request.safeParse(one).data?.method ?? []);
  } catch {
    return [];
  }
}

async function answerOne(body: unknown, call: Call): Promise<unknown> {
  const request = Request.safeParse(body);
  if (!request.success) return failure(null, new RpcError(RPC_CODES.invalidRequest, 'Invalid request'));
  const { id = null, method, params } = request.data;
  try {
    return { jsonrpc: '2.0', id, result: (await call(method, params ?? [])) ?? null };
  } catch (error) {
    return failure(id, error);
  }
}

function failure(id: unknown, error: unknown): unknown {
  if (error instanceof RpcError) {
    const { code, message, data } = error;
    return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } };
  }
  console.error(error);
  return { jsonrpc: '2.0', id, error: { code: RPC_CODES.internal, message: 'Internal error' } };
}
