import type { CallInput, CallResponse, HttpRequest } from 'latchkit/protocol';
import { type $ZodType, parse } from 'zod/v4/core';
import { parseJson } from '../../platform/http/parseJson.js';
import { readText } from '../../platform/http/readText.js';
import { walletError } from './walletError.js';

/** Milliseconds that the other service has to respond. */
const PEER_TIMEOUT = 5_000;

/**
 * Calls the other service. The body contains a token that the calling service signed.
 *
 * @throws HttpError 503 `PEER_UNAVAILABLE`.
 */
export type Peer = <Request extends HttpRequest = never>(
  call: Request['call'],
  input: CallInput<Request>,
) => Promise<CallResponse<Request['call']>>;

/**
 * @param url - URL of the other service.
 * @param local - The other service, if it runs in this process.
 */
export function peerAt(
  url: string,
  local: () => ((request: Request) => Promise<Response> | Response) | undefined,
): Peer {
  return async <Called extends HttpRequest>(call: Called['call'], input: CallInput<Called>) => {
    const request = new Request(url + call.path, {
      method: call.method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify((input as { readonly body?: unknown }).body),
      signal: AbortSignal.timeout(PEER_TIMEOUT),
    });
    try {
      const response = await (local() ?? fetch)(request);
      if (!response.ok) throw new Error(`The other service responded with status ${response.status}`);
      return parse(call.response as $ZodType, parseJson(await readText(response))) as CallResponse<
        Called['call']
      >;
    } catch (cause) {
      throw walletError('PEER_UNAVAILABLE', cause);
    }
  };
}
