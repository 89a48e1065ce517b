import type { ChainNamespace } from '../../protocol/caip.js';
import type { TransactionRequest } from '../adapter/Transaction.js';
import { activeConnection, asLatchkitError } from '../connection/activeConnection.js';
import type { Latchkit } from '../Latchkit.js';

/**
 * Hands a transaction to the connected wallet. Answers its hash; it is not mined by then.
 *
 * @param options.transaction in the form of the namespace: amounts in wei as bigint on EVM, serialised elsewhere.
 * @throws REQUEST_REJECTED the visitor refused; CAIP_NETWORK_OR_ADDRESS_UNDEFINED nothing is connected; INVALID_TRANSACTION it has
 * another chain's form; REQUEST_FAILED.
 */
export async function sendTransaction(
  kit: Latchkit,
  options: { readonly transaction: TransactionRequest; readonly namespace?: ChainNamespace },
): Promise<string> {
  const { adapter, connectorId, address, network } = activeConnection(kit, options.namespace);
  const { transaction } = options;
  return asLatchkitError(
    kit,
    'SEND_TRANSACTION',
    adapter.sendTransaction({ connectorId, address, transaction, network }),
  );
}
