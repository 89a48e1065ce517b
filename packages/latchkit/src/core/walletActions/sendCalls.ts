import type { ChainNamespace } from '../../protocol/caip.js';
import { catalogueError } from '../../protocol/errors.js';
import type { Call } from '../adapter/ChainAdapter.js';
import { activeConnection, wrapWalletError } from '../connection/activeConnection.js';
import type { Latchkit } from '../Latchkit.js';

/**
 * Sends a batch of calls to the connected wallet (EIP-5792 wallet_sendCalls). Returns the batch id.
 *
 * @param options.calls Values in wei, as bigint.
 * @throws REQUEST_REJECTED; REQUEST_FAILED if the wallet does not support batches; CAIP_NETWORK_OR_ADDRESS_UNDEFINED.
 */
export async function sendCalls(
  kit: Latchkit,
  options: { readonly calls: readonly Call[]; readonly namespace?: ChainNamespace },
): Promise<string> {
  const { adapter, connectorId, address, network } = activeConnection(kit, options.namespace);
  if (!adapter.sendCalls)
    throw catalogueError('CHAIN_NOT_SUPPORTED', { context: { namespace: adapter.namespace } });
  return wrapWalletError(
    kit,
    'SEND_CALLS',
    adapter.sendCalls({ connectorId, address, calls: options.calls, network }),
  );
}
