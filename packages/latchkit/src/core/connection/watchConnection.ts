import type { ChainNamespace } from '../../protocol/caip.js';
import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';

/** What happened to the connections of a namespace. */
export type ConnectionChange =
  /** Another connection, account or network is the active one. Told once the page has drawn that. */
  | { readonly type: 'activeAccount'; readonly namespace: ChainNamespace }
  /** A connection ended, however that came about. */
  | { readonly type: 'forgotten'; readonly namespace: ChainNamespace }
  /** Connections with these accounts were ended on purpose. */
  | {
      readonly type: 'disconnected';
      readonly namespace: ChainNamespace;
      readonly accounts: readonly string[];
    };

type Listener = (change: ConnectionChange) => void;

const listeners = /* @__PURE__ */ instanceSlot<readonly Listener[]>('connectionListeners');

/** Tells a feature what happens to connections until the instance ends. */
export function watchConnection(kit: Latchkit, listener: Listener): void {
  listeners.set(kit, [...(listeners.get(kit) ?? []), listener]);
}

/** Tells those who watch. */
export function tellWatchers(kit: Latchkit, change: ConnectionChange): void {
  for (const listener of listeners.get(kit) ?? []) listener(change);
}
