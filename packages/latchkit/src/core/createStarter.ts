import type { Latchkit } from './Latchkit.js';
import { initialState } from './state/initialState.js';
import { memoryStorage } from './storage/memoryStorage.js';

/** Makes the function that loads the code of the start and runs it once. */
export function createStarter(kit: Latchkit): () => Promise<void> {
  let starting: Promise<void> | undefined;
  return () => {
    starting ??= load(kit)
      .then(([{ start }, signIn]) => {
        const { siwx, siweConfig } = kit.options;
        // Before the start, so that no connection stands unnoticed.
        if (siwx) kit.kernel.signIn = signIn?.followSignIn(kit, siwx);
        else if (siweConfig) kit.kernel.signIn = signIn?.followSignIn(kit, siweConfig, 'eip155');
        start(kit);
      })
      .catch((error: unknown) => {
        // The chunk did not load. Nothing can be restored now, and nobody may wait for it; the next intent tries again.
        starting = undefined;
        kit.kernel.set({ chains: initialState(kit.options, memoryStorage(), kit.kernel.nextAttempt).chains });
        console.error('[latchkit] Latchkit could not be started.', error);
      });
    return starting;
  };
}

/** The code of the start and, where the host wants them, of sign-in and WalletConnect: none is of use without the others. */
function load(kit: Latchkit) {
  const { options } = kit;
  return Promise.all([
    import('./start.js'),
    options.siwx || options.siweConfig ? import('./signIn/followSignIn.js') : undefined,
    options.walletConnect?.follow(kit),
  ]);
}

/**
 * Starts the instance in a browser: at once where something is to be restored, cleared or asked of the gateway, else when
 * somebody reaches for it, or when something outside of Latchkit connects. Never on a server.
 */
export function startWhenNeeded(kit: Latchkit): void {
  if (typeof window === 'undefined') return;
  const { kernel, options } = kit;
  const start = () => void kernel.start();
  const { chains } = kit.store.getState();
  const restores =
    Object.values(chains).some(({ connection }) => connection.status === 'reconnecting') ||
    options.walletConnect?.isAwaited(kernel.storage);
  // After this turn, so that a host that listens right after creation hears MODAL_CREATED.
  if (restores || options.gateway !== undefined || options.reconnect === false) {
    queueMicrotask(start);
    return;
  }
  for (const adapter of options.adapters ?? []) adapter.watch?.(start, kernel.signal);
}
