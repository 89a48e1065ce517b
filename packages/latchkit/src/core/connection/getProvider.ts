import type { CaipNetworkId, ChainNamespace } from '../../protocol/caip.js';
import type { NamespaceOf } from '../adapter/Network.js';
import type { ProviderOf } from '../adapter/ProviderOf.js';
import type { Latchkit } from '../Latchkit.js';
import { activeConnection } from './activeConnection.js';

/**
 * The provider of the connected wallet: EIP-1193 on EVM, a Wallet Standard wallet on Solana. Its type is known if `namespace` is
 * given, or if all networks of the instance share a namespace.
 *
 * @throws CAIP_NETWORK_OR_ADDRESS_UNDEFINED if nothing is connected; PROVIDER_NOT_FOUND.
 *
 * @example
 * const provider = await getProvider(kit, { namespace: 'eip155' });
 */
export async function getProvider<
  Id extends CaipNetworkId,
  Namespace extends ChainNamespace = NamespaceOf<Id>,
>(kit: Latchkit<Id>, options: { readonly namespace?: Namespace } = {}): Promise<ProviderOf<Namespace>> {
  const { adapter, connectorId } = activeConnection(kit, options.namespace);
  return (await adapter.getProvider(connectorId)) as ProviderOf<Namespace>;
}
