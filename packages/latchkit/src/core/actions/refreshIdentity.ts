import type { ChainNamespace } from '../../protocol/caip.js';
import { loadIdentity } from '../identity/loadIdentity.js';
import type { Latchkit } from '../Latchkit.js';

/**
 * Reads name and picture of the active account into `chains[namespace].profileName` and `profileImage` [CALL-17]; an
 * answer is kept for 5 minutes [TIME-06]. Done after every connect where a gateway is configured. Never rejects.
 */
export async function refreshIdentity(
  kit: Latchkit,
  options: { readonly namespace?: ChainNamespace } = {},
): Promise<void> {
  if (!kit.options.gateway || !kit.options.projectId) return;
  const namespace = options.namespace ?? kit.store.getState().activeNamespace;
  try {
    await loadIdentity(kit, namespace);
  } catch {
    // An account without a name is shown by its address.
  }
}
