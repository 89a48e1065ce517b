import { isError } from '../../protocol/BaseError.js';
import type { ChainId, ChainNamespace } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import type { ChainAdapter } from '../adapter/ChainAdapter.js';
import type { CaipNetwork, NamespaceOf } from '../adapter/Network.js';
import type { ProviderOf } from '../adapter/ProviderOf.js';
import type { TransactionRequest } from '../adapter/Transaction.js';
import { reportError } from '../kernel/reportError.js';
import type { Latchkit } from '../Latchkit.js';

export interface ActiveConnection {
  readonly adapter: ChainAdapter;
  readonly connectorId: string;
  readonly address: string;
  readonly network: CaipNetwork;
}

/**
 * The adapter, connection and network that an action on the connected wallet needs.
 *
 * @throws CHAIN_NOT_SUPPORTED if the namespace has no networks here; ADAPTER_NOT_FOUND without an adapter, or
 * CHAIN_ADAPTER_NOT_FOUND if the request goes to the chain; CAIP_NETWORK_OR_ADDRESS_UNDEFINED if nothing is connected in it.
 */
export function activeConnection(
  kit: Latchkit,
  namespace?: ChainNamespace,
  missing: 'ADAPTER_NOT_FOUND' | 'CHAIN_ADAPTER_NOT_FOUND' = 'ADAPTER_NOT_FOUND',
): ActiveConnection {
  const wanted = namespace ?? kit.store.getState().activeNamespace;
  const chain = kit.store.getState().namespaces[wanted];
  if (!chain) throw createError('CHAIN_NOT_SUPPORTED', { context: { namespace: wanted } });
  const adapter = kit.adapter(wanted);
  if (!adapter) throw createError(missing, { context: { namespace: wanted } });
  const { connection, network } = chain;
  if (connection.status !== 'connected') throw createError('CAIP_NETWORK_OR_ADDRESS_UNDEFINED');
  return { adapter, connectorId: connection.connectorId, address: connection.accounts[0], network };
}

/**
 * {@link activeConnection} with the CAIP-10 id of the account on its network.
 *
 * @throws The errors of {@link activeConnection}.
 */
export function activeAccount(
  kit: Latchkit,
  namespace?: ChainNamespace,
): ActiveConnection & { readonly id: string } {
  const active = activeConnection(kit, namespace);
  return { ...active, id: `${active.network.caipNetworkId}:${active.address}` };
}

/** Asks the connected wallet to send a transaction. @throws SEND_UNSUPPORTED_CHAIN if the namespace cannot send. */
export function sendThrough(
  { adapter, connectorId, address, network }: ActiveConnection,
  transaction: TransactionRequest,
): Promise<string> {
  if (!adapter.sendTransaction) throw createError('SEND_UNSUPPORTED_CHAIN');
  return adapter.sendTransaction({ connectorId, address, transaction, network });
}

/**
 * Resolves as `request` does; an error that is not Latchkit's own becomes REQUEST_FAILED with it as `cause`. Every error except
 * the visitor's refusal is reported.
 */
export async function wrapWalletError<T>(kit: Latchkit, source: string, request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (cause) {
    const error = isError(cause) ? cause : createError('REQUEST_FAILED', { cause });
    reportError(kit, source, error);
    throw error;
  }
}

/**
 * The provider of the connected wallet: EIP-1193 on EVM, a Wallet Standard wallet on Solana. Its type is known if `namespace` is
 * given, or if all networks of the instance share a namespace.
 *
 * @throws CAIP_NETWORK_OR_ADDRESS_UNDEFINED if nothing is connected; PROVIDER_NOT_FOUND.
 *
 * @example
 * const provider = await getProvider(kit, { namespace: 'eip155' });
 */
export async function getProvider<Id extends ChainId, Namespace extends ChainNamespace = NamespaceOf<Id>>(
  kit: Latchkit<Id>,
  options: { readonly namespace?: Namespace } = {},
): Promise<ProviderOf<Namespace>> {
  const { adapter, connectorId } = activeConnection(kit, options.namespace);
  return (await adapter.getProvider(connectorId)) as ProviderOf<Namespace>;
}
