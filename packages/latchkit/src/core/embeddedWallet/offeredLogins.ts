import type { ChainNamespace } from '../../protocol/caip.js';
import { AUTH_NAMESPACES } from '../adapter/Connector.js';
import type { Latchkit } from '../Latchkit.js';
import type { SocialProvider } from '../LatchkitOptions.js';
import type { LatchkitState } from '../LatchkitState.js';

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
  return features.email && isWalletOffered(kit, namespace);
}

/** Whether the host set `embeddedWallet` and a project, and it has accounts in the namespace; without a namespace, in at least one. */
export function isWalletOffered(kit: Latchkit, namespace?: ChainNamespace): boolean {
  if (!kit.options.embeddedWallet || !kit.options.projectId) return false;
  const served = authNamespaces(kit);
  return namespace ? served.includes(namespace) : served.length > 0;
}

/** The namespaces of an instance in which the embedded wallet can be connected. */
export function authNamespaces(kit: Latchkit): readonly ChainNamespace[] {
  return AUTH_NAMESPACES.filter(
    namespace => kit.store.getState().namespaces[namespace] && kit.adapter(namespace),
  );
}

/** Storage key of a login that waits for its email: address and step. */
export const PENDING_LOGIN = 'latchkit.v1.pending_login';

/** Whether an email login may be waiting for its email, started on this page or before a reload: see `resumeEmailLogin`. */
export function hasPendingLogin({ kernel }: Pick<Latchkit, 'kernel'>): boolean {
  return kernel.storage.getItem(PENDING_LOGIN) !== null;
}

const NONE: readonly SocialProvider[] = [];

/**
 * The social logins to offer, in display order: none unless the host set `embeddedWallet` and it has accounts in at least one
 * namespace.
 *
 * @param namespace - Only in this namespace. Default: in any.
 */
export function offeredSocials(
  kit: Latchkit,
  { features: { socials } }: Pick<LatchkitState, 'features'>,
  namespace?: ChainNamespace,
): readonly SocialProvider[] {
  return socials && isWalletOffered(kit, namespace) ? socials : NONE;
}
