import type { ChainNamespace } from '../../protocol/caip.js';
import { AUTH_NAMESPACES } from '../adapter/Connector.js';
import type { Latchkit } from '../Latchkit.js';

/** The namespaces of an instance in which the embedded wallet can be connected. */
export function authNamespaces(kit: Latchkit): readonly ChainNamespace[] {
  return AUTH_NAMESPACES.filter(
    namespace => kit.store.getState().chains[namespace] && kit.adapter(namespace),
  );
}
