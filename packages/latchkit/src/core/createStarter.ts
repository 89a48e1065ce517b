import { PROJECT_CONFIG_PATH } from '../protocol/calls/project/paths.js';
import { initialState } from './initialState.js';
import { askEarly } from './kernel/askEarly.js';
import { memoryStorage } from './kernel/memoryStorage.js';
import type { Latchkit } from './Latchkit.js';
import { tellRestoring } from './tellRestoring.js';

/** Creates the function that loads and runs the start code once, and calls the gateway at the first intent. */
export function createStarter(kit: Latchkit): (why?: 'restore') => Promise<void> {
  let starting: Promise<void> | undefined;
  let asked = false;
  return why => {
    starting ??= load(kit)
      .then(([{ start }, signIn]) => {
        const { siwx, siweConfig } = kit.options;
        // Before the start, so that sign-in sees every connection.
        if (siwx) signIn?.followSignIn(kit, siwx);
        else if (siweConfig) signIn?.followSignIn(kit, siweConfig, 'eip155');
        start(kit);
      })
      .catch((error: unknown) => {
        // The chunk failed to load. Nothing can be restored now and no caller may wait for it; the next intent retries.
        starting = undefined;
        asked = false;
        kit.kernel.set({ chains: initialState(kit.options, memoryStorage(), kit.kernel.nextId).chains });
        console.error('[latchkit] The start code failed to load; the next intent retries.', error);
      });
    if (why !== 'restore' && !asked) {
      asked = true;
      askEarly(kit, PROJECT_CONFIG_PATH);
      void askProject(kit, starting);
    }
    return starting;
  };
}

/**
 * Loads the start code and, if configured, sign-in and WalletConnect. They are always needed together, so load them in parallel.
 */
function load(kit: Latchkit) {
  const { options } = kit;
  return Promise.all([
    import('./start.js'),
    options.siwx || options.siweConfig ? import('./signIn/followSignIn.js') : undefined,
    options.walletConnect?.follow(kit),
    // If an adapter's code fails to load here, the adapter requests it again.
    ...(options.adapters ?? []).map(adapter => adapter.load?.().catch(() => {})),
  ]);
}

/** Reads the project's configuration from the gateway, once the instance has started. */
async function askProject(kit: Latchkit, starting: Promise<void>): Promise<void> {
  if (!kit.options.gateway || !kit.options.projectId) return;
  const loading = Promise.all([import('./start.js'), import('./project/loadProject.js')]).catch(() => []);
  await starting;
  const [running, project] = await loading;
  if (running?.isStarted(kit))
    await project?.loadProject(kit, features => running.applyFeatures(kit, features));
}

/**
 * Starts the instance in a browser: at once if there is something to restore or clear, else at the first intent or when a wallet
 * connects outside Latchkit. Never on a server.
 */
export function startWhenNeeded(kit: Latchkit): void {
  if (typeof window === 'undefined') return;
  const { kernel, options } = kit;
  const start = () => void kernel.start('restore');
  const restores = tellRestoring(kit) || options.walletConnect?.isAwaited(kernel.storage);
  // In a microtask, so that a host that subscribes right after creation receives MODAL_CREATED.
  if (options.embeddedWallet?.isAwaited(kit)) {
    // The project decides whether email login is enabled.
    queueMicrotask(() => void kernel.start());
    return;
  }
  // A gateway without a project id is a configuration error; report it at once.
  if (restores || (options.gateway && !options.projectId) || options.reconnect === false) {
    queueMicrotask(start);
    return;
  }
  for (const adapter of options.adapters ?? []) adapter.watch?.(start, kernel.signal);
  // Another tab may connect a wallet, which this one then follows: see `followTabs`.
  window.addEventListener('storage', ({ key }) => key?.includes('latchkit') && start(), kernel);
}
