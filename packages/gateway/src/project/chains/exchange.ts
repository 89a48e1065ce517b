import { rpcAnswer } from 'latchkit/protocol';
import * as z from 'zod';
import type { Intake } from '../../platform/http/AnswerReader.js';
import { parseJson } from '../../platform/http/parseJson.js';
import { type RawAnswer, type RawCall, RPC_CODES } from '../../platform/jsonrpc/jsonRpc.js';
import { jsonElements, jsonMembers } from '../../platform/jsonrpc/splitJson.js';
import { exchangeEsplora } from './exchangeEsplora.js';
import { type NodeRefusal, refusalMeaning } from './refusalMeaning.js';
import type { StopSignal } from './StopSignal.js';
import { acceptable, failed, withoutSecrets } from './upstreamAnswer.js';
import type { UpstreamClient } from './upstreamClient.js';
import type { Upstream } from './upstreams.js';

/** Settings of a request to a node. */
export interface Exchange {
  readonly client: UpstreamClient;
  readonly timeout: number;
  readonly stopped: StopSignal;
  readonly intake: Intake;
}

const numbered = z.looseObject({ id: z.number() });

/**
 * Sends all calls to a node, in one request if it is called with JSON-RPC.
 *
 * @returns the responses, in the order of the calls.
 * @throws RpcError when the node is unreachable, rejects the request, or doesn't respond with JSON-RPC.
 */
export async function exchange(
  upstream: Upstream,
  calls: readonly RawCall[],
  how: Exchange,
): Promise<readonly RawAnswer[]> {
  if (upstream.api === 'esplora') return exchangeEsplora(upstream, calls, how);
  const [only] = calls;
  const texts = calls.map(callText);
  const single = calls.length === 1;
  const body = single ? texts.join() : `[${texts.join()}]`;
  const text = acceptable(await how.client.ask(upstream, body, how));
  const parsed = rpcAnswer.safeParse(json(text));
  if (!parsed.success || only === undefined) throw failed();
  if (single) {
    const answer = Array.isArray(parsed.data) ? fail() : parsed.data;
    return answersFirst(answer) ? [toAnswer(text, answer, upstream)] : fail();
  }
  if (!Array.isArray(parsed.data)) {
    // The node doesn't support batches, or none of this size.
    return (await Promise.all(calls.map(call => exchange(upstream, [call], how)))).flat();
  }
  return inOrder(calls.length, parsed.data, jsonElements(text), upstream);
}

function callText({ method, params }: RawCall, index: number): string {
  const rest = params === undefined ? '' : `,"params":${params}`;
  return `{"jsonrpc":"2.0","id":${index + 1},"method":${JSON.stringify(method)}${rest}}`;
}

/** Whether this responds to the only call that was sent. A node that cannot parse a call responds with a null id. */
function answersFirst({ id, error }: Parsed): boolean {
  return id === 1 || (error !== undefined && (id === null || id === undefined));
}

/** Nodes may respond to a batch in any order. */
function inOrder(
  count: number,
  answers: readonly Parsed[],
  texts: readonly string[],
  upstream: Upstream,
): RawAnswer[] {
  const found = new Map<number, RawAnswer>();
  for (const [index, answer] of answers.entries()) {
    const id = numbered.safeParse(answer);
    if (id.success) found.set(id.data.id, toAnswer(texts[index] ?? '', answer, upstream));
  }
  return Array.from({ length: count }, (_, index) => found.get(index + 1) ?? fail());
}

type Parsed = Exclude<z.infer<typeof rpcAnswer>, unknown[]>;

function toAnswer(text: string, parsed: Parsed, upstream: Upstream): RawAnswer {
  const { result, error } = jsonMembers(text);
  // Some nodes send `error: null` together with a result.
  if (parsed.error !== undefined && error !== undefined) {
    return { kind: 'error', raw: withoutSecrets(error, upstream), code: codeOf(parsed.error) };
  }
  return { kind: 'result', raw: result ?? fail(), code: undefined };
}

/** The code of a node's error, the same for all nodes that mean a rate. A call that asks for too much says nothing about the node. */
function codeOf(error: NodeRefusal): number {
  const { limitExceeded, invalidParams } = RPC_CODES;
  const meaning = refusalMeaning(error);
  if (meaning === 'later') return limitExceeded;
  return meaning === 'smaller' && error.code === limitExceeded ? invalidParams : error.code;
}

/** Traces of calls are nested as deeply as the calls. */
const NODE_DEPTH = 4_096;

function json(text: string): unknown {
  try {
    return parseJson(text, NODE_DEPTH);
  } catch {
    throw failed();
  }
}

function fail(): never {
  throw failed();
}
