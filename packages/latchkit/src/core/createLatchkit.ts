import { createStore } from 'zustand/vanilla';
import { type ChainNamespace, namespaceOf } from '../protocol/caip.js';
import { PROJECT_CONFIG_PATH } from '../protocol/calls/project/paths.js';
import { createError } from '../protocol/errors.js';
import type { ChainAdapter } from './adapter/ChainAdapter.js';
import type { CaipNetwork, NetworkIdOf } from './adapter/Network.js';
import { initialState } from './initialState.js';
import { askEarly } from './kernel/askEarly.js';
import { assetImageUrl } from './kernel/gatewayUrl.js';
import type { Kernel, StateChange } from './kernel/Kernel.js';
import { checkOptions, lacksParts, withProject, withServiceAddress } from './kernel/resolveOptions.js';
import { localStorageStorage, memoryStorage } from './kernel/storage.js';
import type { Latchkit } from './Latchkit.js';
import type { LatchkitEvent } from './LatchkitEvent.js';
import type { CheckedOptions, InstanceOptions } from './LatchkitOptions.js';
import type { LatchkitState } from './LatchkitState.js';
import type { NetworkInput } from './networks/defineNetwork.js';

/**
 * Creates an instance of Latchkit. In a browser it restores stored connections at once. Wallet discovery and gateway requests
 * start at the first intent: a pointer, focus or touch on a Latchkit button, `openModal`, or a call that needs them, such as
 * `useWallets` or {@link discoverWallets}. On a server it only holds state.
 *
 * The instance's type includes its networks: the compiler rejects `switchNetwork` to any other, and with {@link Register} the
 * hooks know them too.
 *
 * @param given - See {@link LatchkitOptions}; only `networks` is required.
 * @throws SIWE_AND_SIWX if both sign-in options are set; TERMS_MISSING for `legalCheckbox` without terms; LOGIN_MISSING for `wallets: false` without `embeddedWallet`; CHAIN_NOT_SUPPORTED for an
 * adapter of an unknown namespace; CAIP_NETWORK_UNDEFINED without a network; INVALID_GATEWAY for an address without a scheme;
 * WC_INVALID_RELAYS for relays that do not fit together; ADAPTER_FOR_NAMESPACE_NOT_FOUND for a network without an adapter.
 *
 * @example
 * const kit = createLatchkit({ networks: [mainnet, base], adapters: [evm()] });
 */
export function createLatchkit<
  const Networks extends readonly [NetworkInput, ...NetworkInput[]],
  const Adapters extends readonly ChainAdapter[] = readonly [],
>(given: CheckedOptions<Networks, Adapters>): Latchkit<NetworkIdOf<Networks[number]>> {
  const networks = given.networks?.map(toNetwork) as unknown as InstanceOptions['networks'];
  const { defaultNetwork: start } = given;
  const defaultNetwork = typeof start === 'object' ? toNetwork(start).caipNetworkId : start;
  const checked = withProject(withServiceAddress({ ...given, networks, defaultNetwork }));
  checkOptions(checked);
  const options = withNetworkImages(checked);
  const storage = options.storage ?? localStorageStorage();
  const destroyed = new AbortController();
  const listeners = new Set<(event: LatchkitEvent) => void>();
  let id = 0;
  const nextId = () => ++id;
  // The store starts with the state a server knows and then receives what this browser stored: hydration reads getInitialState(),
  // which must equal what the server rendered.
  const known = storage.readableOnServer ? storage : memoryStorage();
  const store = createStore<LatchkitState>(() => initialState(options, known, nextId));
  if (known !== storage) store.setState(initialState(options, storage, nextId));

  let put = (change: StateChange) => store.setState(change);
  const kernel: Kernel = {
    signal: destroyed.signal,
    storage,
    start: why => starter(why),
    slots: new Map(),
    adapters: options.adapters ?? [],
    instanceWallets: [],
    nextId,
    lacksProject: !!(options.gateway || options.embeddedWallet) && !given.projectId,
    set(change) {
      if (!destroyed.signal.aborted) put(change);
    },
    derive(complete) {
      const before = put;
      put = change => before(state => complete(state, change));
    },
    emit(event) {
      const stamped = { ...event, timestamp: Date.now() } as LatchkitEvent;
      for (const listener of [...listeners]) listener(stamped);
    },
  };

  const kit: Latchkit<NetworkIdOf<Networks[number]>> = {
    options: options as InstanceOptions<NetworkIdOf<Networks[number]>>,
    store,
    kernel,
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    adapter(namespace: ChainNamespace) {
      return kernel.adapters.find(adapter => adapter.namespace === namespace);
    },
    destroy() {
      destroyed.abort(createError('DESTROYED'));
      listeners.clear();
    },
  };
  const starter = createStarter(kit);
  startWhenNeeded(kit);
  return kit;
}

/** Creates the function that loads and runs the start code once, and calls the gateway at the first intent. */
function createStarter(kit: Latchkit): (why?: 'restore') => Promise<void> {
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
        kit.kernel.set({
          namespaces: initialState(kit.options, memoryStorage(), kit.kernel.nextId).namespaces,
        });
        console.error('[latchkit] The code failed to load; the next intent retries.', error);
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
function startWhenNeeded(kit: Latchkit): void {
  if (typeof window === 'undefined') return;
  checkInDevelopment(kit);
  const { kernel, options } = kit;
  const start = () => void kernel.start('restore');
  const restores = tellRestoring(kit) || options.walletConnect?.isAwaited(kernel.storage);
  // In a microtask, so that a host that subscribes right after creation receives MODAL_CREATED.
  if (options.embeddedWallet?.isAwaited(kit)) {
    // The project decides whether email login is enabled.
    queueMicrotask(() => void kernel.start());
    return;
  }
  // What the configuration lacks is reported at once.
  if (restores || kernel.lacksProject || lacksParts(options) || options.reconnect === false) {
    queueMicrotask(start);
    return;
  }
  for (const adapter of options.adapters ?? []) adapter.watch?.(start, kernel.signal);
  // Another tab may connect a wallet, which this one then follows: see `followTabs`.
  window.addEventListener('storage', ({ key }) => key?.includes('latchkit') && start(), kernel);
}

/** Warns of options that do not exist. A bundler that makes a page for production removes the body. */
function checkInDevelopment({ options }: Latchkit): void {
  try {
    if (process.env.NODE_ENV === 'development')
      import('./kernel/warnOfUnknownOptions.js').then(
        ({ warnOfUnknownOptions }) => warnOfUnknownOptions(options),
        () => {},
      );
  } catch {
    // A page without a bundler has no `process`.
  }
}

/**
 * Notifies the adapters whose stored connection will be restored, until the restore ends. Returns whether there is one, which
 * requires the instance to start.
 */
function tellRestoring(kit: Latchkit): boolean {
  const isRestoring = (namespace: ChainNamespace) =>
    kit.store.getState().namespaces[namespace]?.connection.status === 'reconnecting';
  const restored = (Object.keys(kit.store.getState().namespaces) as ChainNamespace[]).filter(isRestoring);
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

/** Completes a network definition, such as a viem chain. A complete one stays the same object. */
function toNetwork(input: NetworkInput): CaipNetwork {
  const { iconUrl: imageUrl } = input;
  if (input.chainNamespace && !imageUrl) return input as CaipNetwork;
  const caipNetworkId = input.caipNetworkId ?? (`eip155:${input.id}` as const);
  const assets = imageUrl ? { imageUrl } : input.assets;
  return { ...input, assets, caipNetworkId, chainNamespace: namespaceOf(caipNetworkId) } as CaipNetwork;
}

/** The options, with the URLs of the built-in networks' images at the gateway, if there is one. */
function withNetworkImages(options: InstanceOptions): InstanceOptions {
  const networks = options.networks.map(network => {
    const { imageId, imageUrl = imageId && assetImageUrl({ options }, imageId) } = network.assets ?? {};
    return imageUrl ? { ...network, assets: { imageId, imageUrl } } : network;
  });
  return { ...options, networks: networks as unknown as InstanceOptions['networks'] };
}
