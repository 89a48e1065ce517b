import type { StoreApi } from 'zustand/vanilla';
import type { CaipNetworkId, ChainNamespace } from '../protocol/caip.js';
import type { ChainAdapter } from './adapter/ChainAdapter.js';
import type { Kernel } from './kernel/Kernel.js';
import type { LatchkitEvent } from './LatchkitEvent.js';
import type { InstanceOptions } from './LatchkitOptions.js';
import type { LatchkitState } from './LatchkitState.js';

/** An instance of Latchkit, made by `createLatchkit`. Several on a page do not know of each other. `Id`: CAIP-2 ids of its networks. */
export interface Latchkit<Id extends CaipNetworkId = CaipNetworkId> {
  /** As the host gave them, with complete networks. */
  readonly options: InstanceOptions<Id>;
  /** The instance's state; subscribe to it with `store.subscribe`. */
  readonly store: Pick<StoreApi<LatchkitState>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** Hears every event of the instance; returns the function that stops listening. */
  on(listener: (event: LatchkitEvent) => void): () => void;
  /** The adapter of a namespace, if one was configured. */
  adapter(namespace: ChainNamespace): ChainAdapter | undefined;
  /** Ends everything the instance started: listeners, timers, requests, the modal. */
  destroy(): void;
  /** For Latchkit's own actions. Not part of the contract. @internal */
  readonly kernel: Kernel;
}
