import type { ChainNamespace } from '../../protocol/caip.js';
import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';

/** A change of a namespace's connections. */
export type ConnectionChange =
  /** The active connection, account or network changed. Emitted after the next paint. */
  | { readonly type: 'activeAccount'; readonly namespace: ChainNamespace }
  /** A connection ended, for whatever reason. */
  | { readonly type: 'forgotten'; readonly namespace: ChainNamespace }
  /** Connections with these accounts were ended on purpose. */
  | {
      readonly type: 'disconnected';
      readonly namespace: ChainNamespace;
      readonly accounts: readonly string[];
    };

type Listener = (change: ConnectionChange) => void;

const listeners = /* @__PURE__ */ instanceSlot<readonly Listener[]>('connectionListeners');

/** Subscribes a feature to connection changes until the instance is destroyed. */
export function watchConnection(kit: Latchkit, listener: Listener): void {
  listeners.set(kit, [...(listeners.get(kit) ?? []), listener]);
}

/** Notifies the subscribers. */
export function tellWatchers(kit: Latchkit, change: ConnectionChange): void {
  for (const listener of listeners.get(kit) ?? []) listener(change);
}
