import { type Chain, type Client, createClient, custom, http } from 'viem';
import { NoRpcUrlError } from '../../protocol/NoRpcUrlError.js';
import { RPC_BATCH_SIZE, RPC_POLLING, RPC_TIMEOUT } from '../provider/evmLimits.js';

/** Creates a viem client that reads a chain at one URL; without a URL every read fails with NO_RPC_URL. */
export function createChainClient(chain: Chain, url: string | undefined, batch = false): Client {
  const transport = url
    ? http(url, {
        timeout: RPC_TIMEOUT,
        // Retrying would multiply the timeout, and callers know which reads are worth retrying.
        retryCount: 0,
        batch: batch && { batchSize: RPC_BATCH_SIZE },
      })
    : custom({
        request: () => Promise.reject(new NoRpcUrlError(`eip155:${chain.id}`)),
      });
  return createClient({ chain, transport, pollingInterval: RPC_POLLING });
}
