import type { ComponentType } from 'react';
import type { View, ViewName } from '../../core/index.js';
import type { FurtherView } from '../mount/views.js';
import { ConnectView } from '../views/connect/ConnectView.js';
import { connectParts } from '../views/connect/connectParts.js';
import type { EmailEntryProps } from '../views/email/EmailEntry.js';
import type { EmbeddedParts } from './addEmailEntryTexts.js';

/** Props of every view. */
export interface ViewProps {
  readonly view: View;
  /** Its index in the stack, from 0. */
  readonly depth: number;
  /** Set if it is drawn as a part of Connect instead of as a view. */
  readonly inConnect?: Omit<EmailEntryProps, 'depth'>;
}

export type ViewComponent = ComponentType<ViewProps>;

/** Loads a view's code. Views of the embedded wallet also add their texts and icons. */
export type LoadView = (parts: EmbeddedParts) => Promise<ViewComponent>;

/** The views that are one step from Connect, each in a separate chunk. */
const NEAR: Readonly<Record<Exclude<ViewName, 'Connect' | FurtherView>, LoadView>> = {
  AllWallets: async () => (await import('../views/allWallets/AllWalletsView.js')).AllWalletsView,
  ConnectingExternal: async () =>
    (await import('../views/connect/ConnectingExternalView.js')).ConnectingExternalView,
  ConnectingWalletConnect: async () =>
    (await import('../views/walletConnect/ConnectingWalletConnectView.js')).ConnectingWalletConnectView,
  ConnectingWalletConnectBasic: async () =>
    (await import('../views/walletConnect/createBasicView.js')).createBasicView(connectParts),
  // Connect contains its field.
  EmailLogin: async parts =>
    (await (await import('../views/email/emailViews.js')).loadEmailViews(parts)).EmailLoginView,
  Account: async () => (await import('../views/account/AccountView.js')).AccountView,
};

const isNear = (name: ViewName): name is keyof typeof NEAR => Object.hasOwn(NEAR, name);

/** Loads views on demand, each once. */
export interface ViewLoader {
  get(name: ViewName): ViewComponent | undefined;
  failed(name: ViewName): boolean;
  /** Starts to load a view; a failed one is retried. Never rejects. */
  load(name: ViewName): Promise<void>;
  subscribe(listener: () => void): () => void;
}

/**
 * @param prepare loads the texts that every view except Connect needs. Called until it succeeds once.
 * @param parts where the embedded wallet's views add their texts and icons.
 */
export function createViewLoader(prepare: () => Promise<void>, parts: EmbeddedParts): ViewLoader {
  const loaded = new Map<ViewName, ViewComponent>([['Connect', ConnectView]]);
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
  const loadView = async (name: Exclude<ViewName, 'Connect'>) =>
    (isNear(name) ? NEAR[name] : (await import('../mount/views.js')).furtherViews[name])(parts);
  const fetchView = async (name: Exclude<ViewName, 'Connect'>) => {
    try {
      // The email field loads its own texts and is drawn with Connect, so it doesn't wait for the others.
      const [view] = await Promise.all([loadView(name), name === 'EmailLogin' ? undefined : prepareOnce()]);
      loaded.set(name, view);
    } catch {
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
