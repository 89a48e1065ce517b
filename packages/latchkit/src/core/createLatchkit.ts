import { createStore } from 'zustand/vanilla';
import type { ChainNamespace } from '../protocol/caip.js';
import { catalogueError } from '../protocol/errors.js';
import { createAlert } from './alerts/createAlert.js';
import type { LatchkitEvent } from './events/LatchkitEvent.js';
import type { Kernel } from './Kernel.js';
import type { Latchkit } from './Latchkit.js';
import type { LatchkitOptions } from './options/LatchkitOptions.js';
import { start } from './start.js';
import { initialState } from './state/initialState.js';
import type { LatchkitState } from './state/LatchkitState.js';
import { localStorageStorage } from './storage/localStorageStorage.js';
import { memoryStorage } from './storage/memoryStorage.js';

/**
 * Makes an instance of Latchkit. In a browser it starts at once: wallets are discovered and stored connections are
 * restored; on a server it only holds state.
 *
 * @param options see {@link LatchkitOptions}; only `networks` is required.
 * @throws SIWE_AND_SIWX when both sign-in options are set, CHAIN_NOT_SUPPORTED for an adapter of an unknown namespace,
 * ADAPTER_FOR_NAMESPACE_NOT_FOUND for a network that no adapter serves.
 */
export function createLatchkit(options: LatchkitOptions): Latchkit {
  if (options.siwx && options.siweConfig) throw catalogueError('SIWE_AND_SIWX');
  const storage = options.storage ?? localStorageStorage();
  const destroyed = new AbortController();
  const listeners = new Set<(event: LatchkitEvent) => void>();
  let attempt = 0;
  let alerts = 0;
  const nextAttempt = () => ++attempt;
  // The store begins with what a server knows, and is only then told what this browser remembers: hydration reads
  // getInitialState(), which has to be what the server rendered.
  const known = storage.readableOnServer ? storage : memoryStorage();
  const store = createStore<LatchkitState>(() => initialState(options, known, nextAttempt));
  if (known !== storage) store.setState(initialState(options, storage, nextAttempt));

  const kernel: Kernel = {
    signal: destroyed.signal,
    storage,
    started: false,
    attempts: new Map(),
    queries: undefined,
    walletList: undefined,
    nextAttempt,
    set(change) {
      if (!destroyed.signal.aborted) store.setState(change);
    },
    emit(event) {
      const stamped = { ...event, timestamp: Date.now() } as LatchkitEvent;
      for (const listener of [...listeners]) listener(stamped);
    },
    alert(key, details) {
      const alert = createAlert(++alerts, key, details);
      const log = alert.tone === 'error' ? console.error : console.warn;
      log(`[latchkit] ${alert.shortMessage}. ${alert.longMessage}`);
      kernel.set(state => ({ alerts: [...state.alerts, alert] }));
    },
  };

  const kit: Latchkit = {
    options,
    store,
    kernel,
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    adapter(namespace: ChainNamespace) {
      return options.adapters?.find(adapter => adapter.namespace === namespace);
    },
    destroy() {
      const reason = catalogueError('DESTROYED');
      destroyed.abort(reason);
      for (const controller of kernel.attempts.values()) controller.abort(reason);
      kernel.queries?.clear();
      listeners.clear();
    },
  };
  // After this turn, so that a host that listens right after creation hears MODAL_CREATED.
  if (typeof window !== 'undefined') queueMicrotask(() => start(kit));
  return kit;
}
