import { startTransition, useEffect, useState } from 'react';
import type { ModalState } from '../../core/index.js';
import { useModal } from '../runtime/ModalContext.js';
import type { NextView } from '../runtime/Prerender.js';
import { type ShownView, viewKey } from './useShownView.js';

/** The view to prerender out of sight, while it may still be next. */
export function usePrerenderedView({ views: stack }: ModalState): ShownView | undefined {
  const { prerender, views } = useModal();
  const [next, setNext] = useState<NextView>();
  useEffect(() => {
    // As a transition, so that it renders in pieces and yields to the visitor's input.
    prerender.draw = found => startTransition(() => setNext(found));
  }, [prerender]);
  const Component = next && views.get(next.view.name);
  if (!Component || next.on !== stack) return undefined;
  const depth = stack.length;
  return { Component, view: next.view, depth, key: viewKey(next.view, depth) };
}
