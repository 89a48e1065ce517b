import type { ChainNamespace } from '../../protocol/caip.js';
import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';

const slot = /* @__PURE__ */ instanceSlot<Map<string, AbortController>>('attempts');

/**
 * Abort controllers of work in flight: by namespace for the connect or restore attempt in the state, and by namespace and
 * connector id (`eip155 io.wallet`) for secondary connections that are being restored. destroy() aborts them.
 */
export function attemptsOf(kit: Latchkit): Map<string, AbortController> {
  const known = slot.get(kit);
  if (known) return known;
  const attempts = new Map<string, AbortController>();
  slot.set(kit, attempts);
  const { signal } = kit.kernel;
  const end = () => {
    for (const controller of attempts.values()) controller.abort(signal.reason);
  };
  signal.addEventListener('abort', end, { once: true });
  return attempts;
}

/** Aborts the restore of secondary connections of a namespace: of one connector, or of all. */
export function abandonFurther(kit: Latchkit, namespace: ChainNamespace, connectorId?: string): void {
  for (const [key, controller] of attemptsOf(kit)) {
    if (connectorId ? key === furtherKey(namespace, connectorId) : key.startsWith(`${namespace} `)) {
      controller.abort();
    }
  }
}

/** The key of a secondary connection in {@link attemptsOf}. */
export function furtherKey(namespace: ChainNamespace, connectorId: string): string {
  return `${namespace} ${connectorId}`;
}
