import { initialState } from './initialState.js';
import { askEarly } from './kernel/askEarly.js';
import { memoryStorage } from './kernel/memoryStorage.js';
import type { Latchkit } from './Latchkit.js';
import { PROJECT_CONFIG } from './project/projectConfigPath.js';
import { tellRestoring } from './tellRestoring.js';

/** Makes the function that loads the code of the start and runs it once, and asks the gateway at the first intent. */
export function createStarter(kit: Latchkit): (why?: 'restore') => Promise<void> {
  let starting: Promise<void> | undefined;
  let asked = false;
  return why => {
    starting ??= load(kit)
      .then(([{ start }, signIn]) => {
        const { siwx, siweConfig } = kit.options;
        // Before the start, so that no connection stands unnoticed.
        if (siwx) signIn?.followSignIn(kit, siwx);
        else if (siweConfig) signIn?.followSignIn(kit, siweConfig, 'eip155');
        start(kit);
      })
      .catch((error: unknown) => {
        // The chunk did not load. Nothing can be restored now, and nobody may wait for it; the next intent tries again.
        starting = undefined;
        asked = false;
        kit.kernel.set({ chains: initialState(kit.options, memoryStorage(), kit.kernel.nextId).chains });
        console.error('[latchkit] Not loaded.', error);
      });
    if (why !== 'restore' && !asked) {
      asked = true;
      askEarly(kit, PROJECT_CONFIG);
      void askProject(kit, starting);
    }
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
    // What does not load now is asked for again by the adapter.
    ...(options.adapters ?? []).map(adapter => adapter.load?.().catch(() => {})),
  ]);
}

/** Asks the gateway what the project allows and wants, once the instance has started [CALL-01] [CALL-02] [CALL-04]. */
async function askProject(kit: Latchkit, starting: Promise<void>): Promise<void> {
  if (!kit.options.gateway || !kit.options.projectId) return;
  const loading = Promise.all([import('./start.js'), import('./project/loadProject.js')]).catch(() => []);
  await starting;
  const [running, project] = await loading;
  if (running?.isStarted(kit))
    await project?.loadProject(kit, features => running.applyFeatures(kit, features));
}

/**
 * Starts the instance in a browser: at once where something is to be restored or cleared, else at the first intent, or when
 * something outside of Latchkit connects. Never on a server.
 */
export function startWhenNeeded(kit: Latchkit): void {
  if (typeof window === 'undefined') return;
  const { kernel, options } = kit;
  const start = () => void kernel.start('restore');
  const restores = tellRestoring(kit) || options.walletConnect?.isAwaited(kernel.storage);
  // After this turn, so that a host that listens right after creation hears MODAL_CREATED.
  if (options.embeddedWallet?.isAwaited(kit)) {
    // Whether email is on at all is the project's to say.
    queueMicrotask(() => void kernel.start());
    return;
  }
  // A gateway without a project is a mistake to tell at once [ERR-21].
  if (restores || (options.gateway && !options.projectId) || options.reconnect === false) {
    queueMicrotask(start);
    return;
  }
  for (const adapter of options.adapters ?? []) adapter.watch?.(start, kernel.signal);
  // Another tab may connect a wallet, which this one then follows: see `followTabs`.
  window.addEventListener('storage', ({ key }) => key?.includes('latchkit') && start(), kernel);
}
