import type { ChainNamespace } from '../../protocol/caip.js';
import type { Latchkit } from '../Latchkit.js';
import type { LatchkitState } from '../LatchkitState.js';
import { authNamespaces } from './authNamespaces.js';

/**
 * Whether email login is to be offered: the host gave `embeddedWallet`, the feature `email` is on [CFG-05], and there is a
 * kind of chain that the embedded wallet has accounts on [PERM-02].
 *
 * @param namespace - Only for this kind of chain. Default: for any.
 */
export function isEmailOffered(
  kit: Latchkit,
  { features }: Pick<LatchkitState, 'features'>,
  namespace?: ChainNamespace,
): boolean {
  if (!kit.options.embeddedWallet || !features.email) return false;
  const served = authNamespaces(kit);
  return namespace ? served.includes(namespace) : served.length > 0;
}
