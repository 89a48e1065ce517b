import type { ChainNamespace } from '../../protocol/caip.js';
import { withChain } from '../connection/chainState.js';
import { watchConnection } from '../connection/watchConnection.js';
import type { Latchkit } from '../Latchkit.js';

/**
 * Reads the active account's name and image into `namespaces[namespace].profileName` and `profileImage`; cached for 5 minutes. Called
 * after every connect if a gateway is configured. Never rejects.
 *
 * @example
 * await refreshIdentity(kit);
 * const { profileName } = kit.store.getState().namespaces.eip155 ?? {};
 */
export async function refreshIdentity(
  kit: Latchkit,
  options: { readonly namespace?: ChainNamespace } = {},
): Promise<void> {
  if (!kit.options.gateway || !kit.options.projectId) return;
  const namespace = options.namespace ?? kit.store.getState().activeNamespace;
  const { account, network } = kit.store.getState().namespaces[namespace] ?? {};
  const address = account?.address;
  if (!address || !network) return;
  try {
    const { loadIdentity } = await import('./loadIdentity.js');
    const identity = await loadIdentity(kit, address, network.caipNetworkId);
    if (!identity) return;
    kit.kernel.set(state => {
      const chain = state.namespaces[namespace];
      if (chain?.account.address !== address) return {};
      const { name: profileName, image: profileImage } = identity;
      return withChain(state, namespace, { ...chain, profileName, profileImage });
    });
  } catch {
    // An account without a name is shown by its address.
  }
}

/** Reads name and image whenever the active account or its network changes. */
export function watchIdentity(kit: Latchkit): void {
  watchConnection(kit, ({ type, namespace }) => {
    if (type === 'activeAccount') void refreshIdentity(kit, { namespace });
  });
}
