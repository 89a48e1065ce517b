import type { ChainNamespace } from '../../protocol/caip.js';
import type { ChainAdapter } from '../adapter/ChainAdapter.js';
import type { InstanceWallet } from '../adapter/InstanceWallet.js';
import type { Latchkit } from '../Latchkit.js';
import type { LatchkitEventInput } from '../LatchkitEvent.js';
import type { LatchkitState } from '../LatchkitState.js';
import type { Storage } from './storage.js';

/** A change of the state, or how to make it. */
export type StateChange = Partial<LatchkitState> | ((state: LatchkitState) => Partial<LatchkitState>);

/** What the actions of an instance share. @internal */
export interface Kernel {
  /** Aborted by destroy(). */
  readonly signal: AbortSignal;
  readonly storage: Storage;
  /**
   * Loads the code that starts the instance, and starts it. Repeated calls share one start; never rejects.
   *
   * @param why `restore`: nobody reaches for anything yet, and the gateway is not asked. Default: an intent, the first of
   * which asks the gateway about the project.
   */
  start(why?: 'restore'): Promise<void>;
  /** Changes the state. */
  set(change: StateChange): void;
  /** Lets a feature complete every later change, so that the state is never without what follows from it. */
  derive(complete: (state: LatchkitState, change: StateChange) => Partial<LatchkitState>): void;
  emit(event: LatchkitEventInput): void;
  /** A number that nothing of the instance had before. */
  nextId(): number;
  /** The host's adapters, or those of WalletConnect in basic mode. */
  adapters: readonly ChainAdapter[];
  /** What gives the adapters a wallet of the instance's own, besides the embedded wallet of the options. */
  readonly instanceWallets: { access(namespace: ChainNamespace): InstanceWallet | undefined }[];
  /** What features keep for this instance, by name: see {@link instanceSlot}. */
  readonly slots: Map<string, unknown>;
}

/**
 * A place where a feature keeps something for each instance.
 *
 * @param name found by name, so that two copies of a module share it.
 */
export function instanceSlot<T>(name: string) {
  return {
    get: ({ kernel }: Pick<Latchkit, 'kernel'>) => kernel.slots.get(name) as T | undefined,
    set: ({ kernel }: Pick<Latchkit, 'kernel'>, value: T | undefined) => void kernel.slots.set(name, value),
  };
}
