import type { ChainNamespace } from '../../protocol/caip.js';
import { catalogueError } from '../../protocol/errors.js';
import type { EvmTransaction, TransactionRequest } from '../adapter/Transaction.js';
import { activeConnection, wrapWalletError } from '../connection/activeConnection.js';
import type { Latchkit } from '../Latchkit.js';

/**
 * Sends a transaction through the connected wallet. Returns its hash; it is not mined yet.
 *
 * @param options.transaction In the namespace's format: amounts in wei as bigint on EVM, serialised elsewhere.
 * @throws REQUEST_REJECTED if the visitor refused; CAIP_NETWORK_OR_ADDRESS_UNDEFINED if nothing is connected;
 * INVALID_TRANSACTION for another chain's format; REQUEST_FAILED.
 */
export async function sendTransaction(
  kit: Latchkit,
  options: { readonly transaction: TransactionRequest; readonly namespace?: ChainNamespace },
): Promise<string> {
  const { adapter, connectorId, address, network } = activeConnection(kit, options.namespace);
  const { transaction } = options;
  return wrapWalletError(
    kit,
    'SEND_TRANSACTION',
    adapter.sendTransaction({ connectorId, address, transaction, network }),
  );
}

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
  return wrapWalletError(
    kit,
    'ESTIMATE_GAS',
    adapter.estimateGas({ address, transaction: options.transaction, network }),
  );
}
