import { rpcAnswer } from 'latchkit/protocol';
import * as z from 'zod';
import { guardedRequest, type RequestGuard } from '../../platform/http/guardedRequest.js';
import { parseJson } from '../../platform/http/parseJson.js';
import type { ServerAnswer, ServerCall } from '../../platform/jsonrpc/ServerCall.js';

/** Time limit of a request, in milliseconds. */
const TIMEOUT = 10_000;
/** Maximum size of a response in bytes: receipts contain all logs of a bundle. */
const MAX_ANSWER = 1024 * 1024;
/** The operator chose the server: it may be on this machine. */
const CONFIGURED: RequestGuard = { protocols: ['https:', 'http:'], isAllowed: () => true };
/** Maximum length of an error text that is passed on, in characters. */
const MAX_MESSAGE = 300;

const refusal = z.looseObject({ code: z.number(), message: z.string().default('') });

/**
 * Calls a bundler or paymaster that the operator configured, once.
 *
 * @throws when it does not respond in time, or not with JSON-RPC.
 */
export async function askRpcServer(url: string, call: ServerCall, gone: AbortSignal): Promise<ServerAnswer> {
  const stopped = AbortSignal.any([gone, AbortSignal.timeout(TIMEOUT)]);
  const { text } = await guardedRequest(new URL(url), rpcText(call), stopped, CONFIGURED, MAX_ANSWER);
  return readRpcAnswer(text, url);
}

/** The text of a JSON-RPC 2.0 call. */
export const rpcText = ({ method, params }: ServerCall) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

/**
 * Reads a JSON-RPC response. The text of an error that quotes a part of the server's URL, such as its key, is replaced.
 *
 * @throws if the text is not a JSON-RPC response.
 */
export function readRpcAnswer(text: string, url: string): ServerAnswer {
  const answer = rpcAnswer.parse(parseJson(text));
  if (Array.isArray(answer)) throw new Error('The response is a batch');
  if (answer.error === undefined) return { result: answer.result };
  const { code, message } = refusal.parse(answer.error);
  const isQuoted = secretsIn(url).some(secret => message.includes(secret));
  return { error: { code, message: isQuoted ? 'Refused' : message.slice(0, MAX_MESSAGE) } };
}

function secretsIn(url: string): readonly string[] {
  const { host, pathname, searchParams, username, password } = new URL(url);
  const parts = [...pathname.split('/'), ...searchParams.values(), username, password];
  return [host, ...parts.filter(part => part.length >= 8)];
}
