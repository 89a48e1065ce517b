import { catalogueError } from '../../protocol/errors.js';
import type { Latchkit } from '../Latchkit.js';
import type { OfferedSocial } from '../LatchkitOptions.js';
import type { EmbeddedWalletFlow } from './EmbeddedWalletConfig.js';
import { getEmbeddedWallet } from './getEmbeddedWallet.js';
import { offeredSocials } from './offeredSocials.js';

/**
 * Returns the running embedded wallet of an instance that offers the provider.
 *
 * @throws AUTH_CONNECTOR_NOT_FOUND if the provider is not offered; EMAIL_DEPENDENCY; DESTROYED.
 */
export async function getSocialFlow(kit: Latchkit, provider: OfferedSocial): Promise<EmbeddedWalletFlow> {
  const flow = await getEmbeddedWallet(kit);
  if (!offeredSocials(kit, kit.store.getState()).includes(provider)) {
    throw catalogueError('AUTH_CONNECTOR_NOT_FOUND');
  }
  return flow;
}
