import * as z from 'zod/mini';
import { walletError } from './walletError.js';

/** Milliseconds that the other service has for an answer. */
const PEER_TIMEOUT = 5_000;

/**
 * Asks the other service. What is sent carries a word that the asking service signed.
 *
 * @throws GatewayError 503 `PEER_UNAVAILABLE`.
 */
export type Peer = <Answer>(path: string, body: unknown, answer: z.ZodMiniType<Answer>) => Promise<Answer>;

/**
 * @param url - Where the other service is.
 * @param local - The other service, where it is in this process.
 */
export function peerAt(
  url: string,
  local: () => ((request: Request) => Promise<Response> | Response) | undefined,
): Peer {
  return async (path, body, answer) => {
    const request = new Request(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PEER_TIMEOUT),
    });
    try {
      const response = await (local() ?? fetch)(request);
      if (!response.ok) throw new Error(`The other service answered ${response.status}`);
      return z.parse(answer, await response.json());
    } catch (cause) {
      throw walletError('PEER_UNAVAILABLE', cause);
    }
  };
}
