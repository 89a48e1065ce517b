import type { Latchkit } from './Latchkit.js';
import { initialState } from './state/initialState.js';
import { memoryStorage } from './storage/memoryStorage.js';

/** How long a page that never idles may put off the start, in ms. */
const IDLE_LIMIT_MS = 2_000;

/** Makes the function that loads the code of the start and runs it once. */
export function createStarter(kit: Latchkit): () => Promise<void> {
  let starting: Promise<void> | undefined;
  return () => {
    starting ??= import('./start.js')
      .then(({ start }) => start(kit))
      .catch((error: unknown) => {
        // The chunk did not load. Nothing can be restored now, and nobody may wait for it; the next intent tries again.
        starting = undefined;
        kit.kernel.set({ chains: initialState(kit.options, memoryStorage(), kit.kernel.nextAttempt).chains });
        console.error('[latchkit] Latchkit could not be started.', error);
      });
    return starting;
  };
}

/**
 * Starts the instance in a browser: at once where something is to be restored, cleared or asked of the gateway, else when
 * the page is idle. Never on a server.
 */
export function startWhenNeeded(kit: Latchkit): void {
  if (typeof window === 'undefined') return;
  const { chains } = kit.store.getState();
  const restores = Object.values(chains).some(({ connection }) => connection.status === 'reconnecting');
  const now = restores || kit.options.gateway !== undefined || kit.options.reconnect === false;
  // Either way after this turn, so that a host that listens right after creation hears MODAL_CREATED.
  if (now) queueMicrotask(() => void kit.kernel.start());
  else if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(() => void kit.kernel.start(), { timeout: IDLE_LIMIT_MS });
    kit.kernel.signal.addEventListener('abort', () => cancelIdleCallback(handle), { once: true });
  } else {
    const timer = setTimeout(() => void kit.kernel.start(), 1);
    kit.kernel.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  }
}
