import type { ComponentType } from 'react';
import type { View, ViewName } from '../../core/index.js';
import { lostCode } from '../../internal/index.js';
import type { EmbeddedParts } from './addEmailEntryTexts.js';

/** Props of every view. */
export interface ViewProps {
  readonly view: View;
  /** Its index in the stack, from 0. */
  readonly depth: number;
  /** Set if it is drawn as a part of Connect instead of as a view. */
  readonly inConnect?: PartOfConnect;
}

/** How Connect draws a view that is a part of it. */
export interface PartOfConnect {
  /** The id of the sentence that explains why the part is blocked. If set, it sends nothing and calls `onBlocked`. */
  readonly blockedBy?: string | undefined;
  readonly onBlocked?: (() => void) | undefined;
}

export type ViewComponent = ComponentType<ViewProps>;

/** Loads a view's code. Views of the embedded wallet also add their texts and icons. */
export type LoadView = (parts: EmbeddedParts) => Promise<ViewComponent>;

/** Every view of the modal: Connect, which is drawn with the modal, and how to load the others. */
export type ViewRegistry = { readonly Connect: ViewComponent } & Readonly<
  Record<Exclude<ViewName, 'Connect'>, LoadView>
>;

/** Loads views on demand, each once. */
export interface ViewLoader {
  get(name: ViewName): ViewComponent | undefined;
  failed(name: ViewName): boolean;
  /** Starts to load a view; a failed one is retried. Never rejects. */
  load(name: ViewName): Promise<void>;
  subscribe(listener: () => void): () => void;
}

/**
 * @param registry every view.
 * @param prepare loads the texts that every view except Connect needs. Called until it succeeds once.
 * @param parts where the embedded wallet's views add their texts and icons.
 */
export function createViewLoader(
  registry: ViewRegistry,
  prepare: () => Promise<void>,
  parts: EmbeddedParts,
): ViewLoader {
  const loaded = new Map<ViewName, ViewComponent>([['Connect', registry.Connect]]);
  const pending = new Map<ViewName, Promise<void>>();
  const failures = new Set<ViewName>();
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  let prepared: Promise<void> | undefined;
  const prepareOnce = () => {
    prepared ??= prepare().catch(error => {
      prepared = undefined;
      throw error;
    });
    return prepared;
  };
  const fetchView = async (name: Exclude<ViewName, 'Connect'>) => {
    try {
      // The email field loads its own texts and is drawn with Connect, so it doesn't wait for the others.
      const [view] = await Promise.all([
        registry[name](parts),
        name === 'EmailLogin' ? undefined : prepareOnce(),
      ]);
      loaded.set(name, view);
    } catch (cause) {
      lostCode(cause);
      failures.add(name);
    } finally {
      pending.delete(name);
      tell();
    }
  };
  return {
    get: name => loaded.get(name),
    failed: name => failures.has(name),
    load: name => {
      if (name === 'Connect' || loaded.has(name)) return Promise.resolve();
      const running = pending.get(name);
      if (running) return running;
      failures.delete(name);
      const promise = fetchView(name);
      pending.set(name, promise);
      return promise;
    },
    subscribe: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
