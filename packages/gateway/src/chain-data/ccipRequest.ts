import { type CcipRequestParameters, type Hex, isHex } from 'viem';
import * as z from 'zod';
import { guardedRequest, PUBLIC_HTTPS, type RequestGuard } from '../http/guardedRequest.js';

/** Servers that are tried for one answer. */
const MAX_SERVERS = 4;

/** Asks the servers that a contract names for what it does not hold (CCIP-Read, EIP-3668). */
export type CcipRequest = (
  asked: Pick<CcipRequestParameters, 'data' | 'sender' | 'urls'>,
  stopped: AbortSignal,
) => Promise<Hex>;

const answer = z.object({ data: z.string() });

/**
 * Makes requests of EIP-3668. Anybody can deploy a contract that names any server, so only HTTPS servers of the public
 * internet are asked.
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
        const found = answer.parse(JSON.parse(text)).data;
        if (isHex(found)) return found;
        throw new Error('The server answered no bytes');
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  };
}
