import type { ChainNamespace } from '../../protocol/caip.js';
import type { ChainAdapter } from '../adapter/ChainAdapter.js';
import type { InstanceWallet } from '../adapter/Connector.js';
import type { Latchkit } from '../Latchkit.js';
import type { LatchkitEventInput } from '../LatchkitEvent.js';
import type { LatchkitState } from '../LatchkitState.js';
import type { Storage } from './storage.js';

/** A change of the state, or a function that computes one. */
export type StateChange = Partial<LatchkitState> | ((state: LatchkitState) => Partial<LatchkitState>);

/** State and services shared by the actions of an instance. @internal */
export interface Kernel {
  /** Aborted by destroy(). */
  readonly signal: AbortSignal;
  readonly storage: Storage;
  /**
   * Loads and runs the start code. Repeated calls share one start; never rejects.
   *
   * @param why - `restore`: the visitor has shown no intent yet, so the gateway is not called. Default: an intent; the first one
   * loads the project from the gateway.
   */
  start(why?: 'restore'): Promise<void>;
  /** Changes the state. */
  set(change: StateChange): void;
  /** Registers a function that completes every later change, so that derived state is always consistent. */
  derive(complete: (state: LatchkitState, change: StateChange) => Partial<LatchkitState>): void;
  emit(event: LatchkitEventInput): void;
  /** The host passed no project id, which its gateway or embedded wallet needs. */
  readonly lacksProject: boolean;
  /** A number that is unique within the instance. */
  nextId(): number;
  /** The host's adapters, or those of WalletConnect in basic mode. */
  adapters: readonly ChainAdapter[];
  /** Returns a namespace's wallet that the instance provides, other than the embedded wallet of the options. */
  readonly instanceWallets: { access(namespace: ChainNamespace): InstanceWallet | undefined }[];
  /** Per-instance data of features, by name: see {@link instanceSlot}. */
  readonly slots: Map<string, unknown>;
}

/**
 * Declares per-instance storage of a feature.
 *
 * @param name - Looked up by name, so that two copies of a module share it.
 */
export function instanceSlot<T>(name: string) {
  return {
    get: ({ kernel }: Pick<Latchkit, 'kernel'>) => kernel.slots.get(name) as T | undefined,
    set: ({ kernel }: Pick<Latchkit, 'kernel'>, value: T | undefined) => void kernel.slots.set(name, value),
  };
}
