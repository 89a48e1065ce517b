import type { Latchkit } from '../../core/index.js';
import { selectAccount } from '../../internal/index.js';

/** Whether Connect is prerendered out of sight, for a likely click. */
export interface Prepared {
  get(): boolean;
  set(): void;
  /** Called on opening: the next opening must not start with what the visitor left in this one. */
  clear(): void;
  subscribe(listener: () => void): () => void;
}

/** @param kit the instance. Only Connect is prepared, not other views that the modal may open on. */
export function createPrepared(kit: Latchkit): Prepared {
  let wanted = false;
  const listeners = new Set<() => void>();
  const change = (next: boolean) => {
    if (wanted === next) return;
    wanted = next;
    for (const listener of listeners) listener();
  };
  // Without an adapter the modal opens in basic mode, on another view.
  const opensConnect = () =>
    (kit.options.adapters?.length ?? 0) > 0 && !selectAccount(kit.store.getState()).isConnected;
  return {
    get: () => wanted && opensConnect(),
    set: () => change(opensConnect() && !kit.store.getState().modal.open),
    clear: () => change(false),
    subscribe: listener => {
      listeners.add(listener);
      const unsubscribe = kit.store.subscribe(listener);
      return () => {
        listeners.delete(listener);
        unsubscribe();
      };
    },
  };
}
