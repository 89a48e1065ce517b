import type { ChainNamespace } from '../../protocol/caip.js';
import type { Latchkit } from '../Latchkit.js';

/** Leaves the restoring of further connections of a namespace: of one connector, or of all. */
export function abandonFurther(kit: Latchkit, namespace: ChainNamespace, connectorId?: string): void {
  for (const [key, controller] of kit.kernel.attempts) {
    if (connectorId ? key === furtherKey(namespace, connectorId) : key.startsWith(`${namespace} `)) {
      controller.abort();
    }
  }
}

/** The key of a further connection among the instance's attempts. */
export function furtherKey(namespace: ChainNamespace, connectorId: string): string {
  return `${namespace} ${connectorId}`;
}
