import type { ChainNamespace } from '../../protocol/caip.js';
import { activeConnection } from '../adapters/activeConnection.js';
import type { Latchkit } from '../Latchkit.js';

/**
 * The provider of the connected wallet: EIP-1193 on EVM.
 *
 * @throws CAIP_NETWORK_OR_ADDRESS_UNDEFINED nothing is connected; PROVIDER_NOT_FOUND.
 */
export async function getProvider(
  kit: Latchkit,
  options: { readonly namespace?: ChainNamespace } = {},
): Promise<unknown> {
  const { adapter, connectorId } = activeConnection(kit, options.namespace);
  return adapter.getProvider(connectorId);
}
