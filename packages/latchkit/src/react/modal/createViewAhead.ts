import type { View } from '../../core/index.js';

/** A view that is likely to come next. */
export interface NextView {
  readonly view: View;
  /** The stack of views that it would come on top of; on any other it does not count. */
  readonly on: readonly View[];
}

/** Has a view drawn beside the shown one, out of sight: the way there then only uncovers it. */
export interface ViewAhead {
  draw(next: NextView): void;
  subscribe(listener: (next: NextView) => void): () => void;
}

export function createViewAhead(): ViewAhead {
  const listeners = new Set<(next: NextView) => void>();
  let last: NextView | undefined;
  return {
    draw: next => {
      if (last?.on === next.on && last.view === next.view) return;
      last = next;
      for (const listener of listeners) listener(next);
    },
    subscribe: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
