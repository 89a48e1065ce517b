import { BaseError, callChainCall, type callChainRequest, frameError } from 'latchkit/protocol';
import type { Account } from '../account/Account.js';
import type { ServiceClient } from '../services/createServiceClient.js';
import type { ChainReader } from './ChainReader.js';

/** Creates a chain reader that uses the wallet service with the signed-in user's session. */
export function createChainReader(
  walletService: ServiceClient,
  { withAccess }: Pick<Account, 'withAccess'>,
): ChainReader {
  return {
    async request(chainId, method, params, signal) {
      const body = { jsonrpc: '2.0', id: 1, method, params } as const;
      const { result, error } = await withAccess(access =>
        walletService.call<typeof callChainRequest>(callChainCall, {
          params: { chainId },
          body,
          access,
          signal,
        }),
      );
      if (error === undefined) return result;
      const { code, message } = error;
      const cause = new BaseError('CALL_FAILED', message, { context: { rpcCode: code }, cause: error });
      throw frameError('INTERNAL', { cause });
    },
  };
}
