import type { ChainNamespace } from '../../protocol/caip.js';
import type { Latchkit } from '../Latchkit.js';
import type { LatchkitState } from '../LatchkitState.js';
import { authNamespaces } from './authNamespaces.js';

/**
 * Whether to offer email login: the host set `embeddedWallet`, the feature `email` is on, and the embedded wallet has accounts in
 * at least one namespace.
 *
 * @param namespace - Only in this namespace. Default: in any.
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
