import { type CcipRequestParameters, type Hex, isHex } from 'viem';
import * as z from 'zod';
import { guardedRequest, PUBLIC_HTTPS, type RequestGuard } from '../../platform/http/guardedRequest.js';
import { parseJson } from '../../platform/http/parseJson.js';

/** Maximum number of servers to try for one lookup. */
const MAX_SERVERS = 4;

/** Requests off-chain data from the servers that a contract names (CCIP-Read, EIP-3668). */
export type CcipRequest = (
  asked: Pick<CcipRequestParameters, 'data' | 'sender' | 'urls'>,
  stopped: AbortSignal,
) => Promise<Hex>;

const answer = z.object({ data: z.string() });

/**
 * Creates a client for EIP-3668 servers. Anyone can deploy a contract that names any server, so only HTTPS servers on the
 * public internet are allowed.
 */
export function ccipRequest(guard: RequestGuard = PUBLIC_HTTPS): CcipRequest {
  return async ({ data, sender, urls }, stopped) => {
    let failure: unknown = new Error('The contract names no server');
    for (const template of urls.slice(0, MAX_SERVERS)) {
      stopped.throwIfAborted();
      try {
        const url = new URL(template.replaceAll('{sender}', sender.toLowerCase()).replaceAll('{data}', data));
        const body = template.includes('{data}') ? undefined : JSON.stringify({ data, sender });
        const { status, text } = await guardedRequest(url, body, stopped, guard);
        if (status !== 200) throw new Error(`The server answered ${status}`);
        const found = answer.parse(parseJson(text)).data;
        if (isHex(found)) return found;
        throw new Error('The server answered no bytes');
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  };
}
