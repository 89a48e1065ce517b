import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call of JSON-RPC, without its id. */
export interface NodeCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/**
 * What a node does with a call: passes on another one, fails with a status of HTTP, answers itself, or changes the result of the chain;
 * undefined: passes it on.
 */
type Outcome =
  | undefined
  | { readonly call: NodeCall }
  | { readonly status: number }
  | { readonly answer: object }
  | { readonly change: (result: unknown) => unknown };

export type NodeRule = (call: NodeCall) => Outcome | Promise<Outcome>;

/** Starts a node in front of a chain, with faults by rule. */
export async function startSolanaNode(target: string) {
  let rule: NodeRule = () => undefined;
  const asked: NodeCall[] = [];
  const ask = async (id: unknown, { method, params }: NodeCall): Promise<Response> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    return fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const parsed = JSON.parse(body) as NodeCall & { readonly id: unknown };
    const { id, method, params = [] } = parsed;
    asked.push({ method, params });
    const outcome = await rule({ method, params });
    if (outcome && 'status' in outcome) return void response.writeHead(outcome.status).end();
    if (outcome && 'answer' in outcome)
      return void response.end(JSON.stringify({ jsonrpc: '2.0', id, ...outcome.answer }));
    const own = await ask(id, outcome && 'call' in outcome ? outcome.call : { method, params }).catch(
      () => undefined,
    );
    if (!own) return void response.destroy();
    // The limit of the chain's own rate.
    if (!own.ok)
      return void response
        .writeHead(own.status, { 'retry-after': own.headers.get('retry-after') ?? '1' })
        .end();
    const answer = (await own.json()) as Record<string, unknown>;
    if (outcome && 'change' in outcome && 'result' in answer) answer.result = outcome.change(answer.result);
    response.end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Sets what it does with the next calls. */
    behave(next: NodeRule = () => undefined) {
      rule = next;
    },
    /** The calls so far. */
    asked: (method?: string) => asked.filter(one => method === undefined || one.method === method),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
