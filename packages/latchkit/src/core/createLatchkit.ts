import { createStore } from 'zustand/vanilla';
import type { ChainNamespace } from '../protocol/caip.js';
import { earlyError } from '../protocol/earlyError.js';
import type { ChainAdapter } from './adapter/ChainAdapter.js';
import type { NetworkIdOf } from './adapter/NetworkIdOf.js';
import type { CheckedOptions } from './CheckedOptions.js';
import { createStarter, startWhenNeeded } from './createStarter.js';
import { initialState } from './initialState.js';
import type { Kernel, StateChange } from './kernel/Kernel.js';
import { localStorageStorage } from './kernel/localStorageStorage.js';
import { memoryStorage } from './kernel/memoryStorage.js';
import { checkOptions } from './kernel/resolveOptions.js';
import { withServiceAddress } from './kernel/withServiceAddress.js';
import type { Latchkit } from './Latchkit.js';
import type { LatchkitEvent } from './LatchkitEvent.js';
import type { InstanceOptions } from './LatchkitOptions.js';
import type { LatchkitState } from './LatchkitState.js';
import type { NetworkInput } from './networks/defineNetwork.js';
import { toNetwork } from './networks/toNetwork.js';

/**
 * Creates an instance of Latchkit. In a browser it restores stored connections at once. Wallet discovery and gateway requests
 * start at the first intent: a pointer, focus or touch on a Latchkit button, `open`, or a call that needs them, such as
 * `useWallets` or {@link discover}. On a server it only holds state.
 *
 * The instance's type includes its networks: the compiler rejects `switchNetwork` to any other, and with {@link Register} the
 * hooks know them too.
 *
 * @param given - See {@link LatchkitOptions}; only `networks` is required.
 * @throws SIWE_AND_SIWX if both sign-in options are set; CHAIN_NOT_SUPPORTED for an adapter of an unknown namespace;
 * CAIP_NETWORK_UNDEFINED without a network; ADAPTER_FOR_NAMESPACE_NOT_FOUND for a network without an adapter.
 *
 * @example
 * const kit = createLatchkit({ networks: [mainnet, base], adapters: [evm()] });
 */
export function createLatchkit<
  const Networks extends readonly [NetworkInput, ...NetworkInput[]],
  const Adapters extends readonly ChainAdapter[] = readonly [],
>(given: CheckedOptions<Networks, Adapters>): Latchkit<NetworkIdOf<Networks[number]>> {
  const networks = given.networks?.map(toNetwork) as unknown as InstanceOptions['networks'];
  const options = withServiceAddress({ ...given, networks });
  checkOptions(options);
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
      destroyed.abort(earlyError('DESTROYED'));
      listeners.clear();
    },
  };
  const starter = createStarter(kit);
  startWhenNeeded(kit);
  return kit;
}
