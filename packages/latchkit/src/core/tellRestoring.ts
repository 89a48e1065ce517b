import type { ChainNamespace } from '../protocol/caip.js';
import type { Latchkit } from './Latchkit.js';

/**
 * Notifies the adapters whose stored connection will be restored, until the restore ends. Returns whether there is one, which
 * requires the instance to start.
 */
export function tellRestoring(kit: Latchkit): boolean {
  const isRestoring = (namespace: ChainNamespace) =>
    kit.store.getState().chains[namespace]?.connection.status === 'reconnecting';
  const restored = (Object.keys(kit.store.getState().chains) as ChainNamespace[]).filter(isRestoring);
  for (const namespace of restored) {
    const over = new AbortController();
    const end = () => {
      stop();
      over.abort();
    };
    const stop = kit.store.subscribe(() => isRestoring(namespace) || end());
    kit.kernel.signal.addEventListener('abort', end, { once: true });
    kit.adapter(namespace)?.restoring?.(over.signal);
  }
  return restored.length > 0;
}
