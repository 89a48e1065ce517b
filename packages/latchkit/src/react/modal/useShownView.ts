import { type ComponentType, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ModalState, View } from '../../core/index.js';
import { currentView } from '../../internal/index.js';
import type { ViewProps } from '../runtime/createViewLoader.js';
import { useModal } from '../runtime/ModalContext.js';
import { LoadingView } from './LoadingView.js';
import { ViewErrorView } from './ViewErrorView.js';

/** How long the previous view stays while the next one's code loads, in milliseconds. */
const HOLD = 150;

export interface ShownView {
  readonly Component: ComponentType<ViewProps>;
  readonly view: View;
  readonly depth: number;
  /** Changes when another view is shown. */
  readonly key: string;
}

/** The view to draw: the requested one or, for a moment while its code loads, the previous one. */
export function useShownView(modal: ModalState): ShownView {
  const { views } = useModal();
  const depth = modal.views.length - 1;
  const view = useSame(currentView(modal));
  const Loaded = useSyncExternalStore(views.subscribe, () => views.get(view.name));
  const failed = useSyncExternalStore(views.subscribe, () => views.failed(view.name));
  const key = viewKey(view, depth);
  const before = useRef<ShownView>(undefined);
  const [late, setLate] = useState<string>();

  useEffect(() => {
    if (Loaded || failed) return;
    void views.load(view.name);
    const timer = setTimeout(() => setLate(key), HOLD);
    return () => clearTimeout(timer);
  }, [Loaded, failed, views, view.name, key]);

  const shown = choose();
  useEffect(() => {
    before.current = shown;
  });
  return shown;

  function choose(): ShownView {
    if (Loaded) return { Component: Loaded, view, depth, key };
    if (failed) return { Component: ViewErrorView, view, depth, key: `${key}:failed` };
    if (before.current && late !== key) return before.current;
    return { Component: LoadingView, view, depth, key: `${key}:loading` };
  }
}

/** Returns the same object for an equal view, so that revealing a prerendered view doesn't render it again. */
function useSame(view: View): View {
  const kept = useRef(view);
  if (JSON.stringify(kept.current) !== JSON.stringify(view)) kept.current = view;
  return kept.current;
}

/** Identifies a view of the modal. */
export function viewKey(view: View, depth: number): string {
  const picked = view.name === 'ConnectingExternal' || view.name === 'ConnectingWalletConnect';
  return `${depth}:${view.name}:${picked ? view.walletId : 'hash' in view ? view.hash : ''}`;
}
