import { BaseError, callChainCall, type callChainRequest, frameError } from 'latchkit/protocol';
import type { Account } from '../account/Account.js';
import type { ServiceClient } from '../services/createServiceClient.js';

/** Reads a chain and sends transactions through the wallet service. */
export interface ChainReader {
  /**
   * @param chainId - CAIP-2 id.
   * @returns the result of the JSON-RPC response, not validated.
   * @throws frameError INTERNAL the chain can't be reached or responded with an error, which is the `cause`; TIMEOUT; ABORTED.
   */
  request(
    chainId: string,
    method: string,
    params: readonly unknown[] | Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<unknown>;
}

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
