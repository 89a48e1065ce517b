import type { CaipNetworkId, ChainNamespace } from '../../protocol/caip.js';
import type { NamespaceOf } from '../adapter/NetworkIdOf.js';
import type { ProviderOf } from '../adapter/ProviderOf.js';
import type { Latchkit } from '../Latchkit.js';
import { activeConnection } from './activeConnection.js';

/**
 * The provider of the connected wallet: EIP-1193 on EVM, a wallet of Wallet Standard on Solana. Its type is known where
 * `namespace` is named, or all networks of the instance are of one kind.
 *
 * @throws CAIP_NETWORK_OR_ADDRESS_UNDEFINED nothing is connected; PROVIDER_NOT_FOUND.
 */
export async function getProvider<
  Id extends CaipNetworkId,
  Namespace extends ChainNamespace = NamespaceOf<Id>,
>(kit: Latchkit<Id>, options: { readonly namespace?: Namespace } = {}): Promise<ProviderOf<Namespace>> {
  const { adapter, connectorId } = activeConnection(kit, options.namespace);
  return (await adapter.getProvider(connectorId)) as ProviderOf<Namespace>;
}
