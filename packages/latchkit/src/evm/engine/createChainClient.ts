import { type Chain, type Client, createClient, custom, http } from 'viem';
import { NoRpcUrlError } from '../../protocol/NoRpcUrlError.js';
import { RPC_BATCH_SIZE, RPC_POLLING, RPC_TIMEOUT } from '../evmLimits.js';

/** A viem client that reads a chain at one address; without an address every read fails with NO_RPC_URL [ERR-66]. */
export function createChainClient(chain: Chain, url: string | undefined, batch = false): Client {
  const transport = url
    ? http(url, {
        timeout: RPC_TIMEOUT,
        // A retry would make the timeout a multiple of itself; callers know better what may be asked again.
        retryCount: 0,
        batch: batch && { batchSize: RPC_BATCH_SIZE },
      })
    : custom({
        request: () => Promise.reject(new NoRpcUrlError(`eip155:${chain.id}`)),
      });
  return createClient({ chain, transport, pollingInterval: RPC_POLLING });
}
