import type { ChainNamespace } from '../../protocol/caip.js';
import { catalogueError } from '../../protocol/errors.js';
import type { EvmTransaction } from '../adapter/Transaction.js';
import { activeConnection, asLatchkitError } from '../connection/activeConnection.js';
import type { Latchkit } from '../Latchkit.js';

/**
 * Estimates the gas units of a transaction from the active account.
 *
 * @throws WAGMI_ESTIMATE_GAS if the estimate fails; CHAIN_NOT_SUPPORTED if the namespace has no gas.
 */
export async function estimateGas(
  kit: Latchkit,
  options: { readonly transaction: EvmTransaction; readonly namespace?: ChainNamespace },
): Promise<bigint> {
  const { adapter, address, network } = activeConnection(kit, options.namespace, 'CHAIN_ADAPTER_NOT_FOUND');
  if (!adapter.estimateGas)
    throw catalogueError('CHAIN_NOT_SUPPORTED', { context: { namespace: adapter.namespace } });
  return asLatchkitError(
    kit,
    'ESTIMATE_GAS',
    adapter.estimateGas({ address, transaction: options.transaction, network }),
  );
}
