import { BaseError, frameError } from 'latchkit/protocol';
import * as z from 'zod/mini';
import type { Account } from '../account/Account.js';
import type { ServiceClient } from '../services/createServiceClient.js';
import type { ChainReader } from './ChainReader.js';

const rpcAnswer = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) })),
});

/** Reads chains over the wallet's own service, with the session of the signed-in visitor. */
export function createChainReader(
  gateway: ServiceClient,
  { withAccess }: Pick<Account, 'withAccess'>,
): ChainReader {
  return {
    async request(chainId, method, params, signal) {
      const body = { jsonrpc: '2.0', id: 1, method, params };
      const { result, error } = await withAccess(access =>
        gateway.ask(`/v1/rpc/${chainId}`, rpcAnswer, { body, access, signal }),
      );
      if (error === undefined) return result;
      const { code, message } = error;
      const cause = new BaseError('CALL_FAILED', message, { context: { rpcCode: code }, cause: error });
      throw frameError('INTERNAL', { cause });
    },
  };
}
