import type { StoreApi } from 'zustand/vanilla';
import type { ChainId, ChainNamespace } from '../protocol/caip.js';
import type { ChainAdapter } from './adapter/ChainAdapter.js';
import type { NamespaceOf } from './adapter/Network.js';
import type { Kernel } from './kernel/Kernel.js';
import type { LatchkitEvent } from './LatchkitEvent.js';
import type { InstanceOptions } from './LatchkitOptions.js';
import type { LatchkitState } from './LatchkitState.js';

/**
 * An instance of Latchkit, created by `createLatchkit`. Instances on one page are independent. `Id`: CAIP-2 ids of its networks.
 */
export interface Latchkit<Id extends ChainId = ChainId> {
  /** The host's options, with networks resolved to complete definitions. */
  readonly options: InstanceOptions<Id>;
  /** The instance's state; subscribe to it with `store.subscribe`. */
  readonly store: Pick<StoreApi<LatchkitState>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** Subscribes to every event of the instance; returns the function that unsubscribes. */
  on(listener: (event: LatchkitEvent) => void): () => void;
  /** The adapter of a namespace, if one was configured. */
  adapter(namespace: ChainNamespace): ChainAdapter | undefined;
  /** Stops everything the instance started: listeners, timers, requests, the modal. */
  destroy(): void;
  /** For Latchkit's own actions; not part of the public contract. @internal */
  readonly kernel: Kernel;
}

/**
 * Tells the hooks of `latchkit/react` which instance they use, so that they know its networks and account types.
 *
 * @example
 * declare module 'latchkit' {
 *   interface Register {
 *     kit: typeof kit;
 *   }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: a host adds to it
export interface Register {}

/** The host's own instance if it is registered. */
export type RegisteredKit = Register extends { readonly kit: infer Kit extends Latchkit } ? Kit : Latchkit;

/** CAIP-2 ids of the registered instance's networks. */
export type RegisteredNetworkId = RegisteredKit extends Latchkit<infer Id> ? Id : ChainId;

/** Namespaces of the registered instance's networks. */
export type RegisteredNamespace = NamespaceOf<RegisteredNetworkId>;
