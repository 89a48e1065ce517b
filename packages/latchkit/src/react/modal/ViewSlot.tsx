import { useMemo } from 'react';
import { reportError } from '../../core/index.js';
import { AheadContext } from './AheadContext.js';
import { useModal } from './ModalContext.js';
import type { ShownView } from './useShownView.js';
import { ViewBoundary } from './ViewBoundary.js';
import { ViewErrorView } from './ViewErrorView.js';

export interface ViewSlotProps {
  shown: ShownView;
  /** Drawn out of sight, for a click that may come. */
  ahead: boolean;
  /** Another view is wanted in its place, and that one's code is still on its way. */
  busy: boolean;
  /** Hears of the control that is pressed, if it is one that Back returns to. */
  onPress: (control: Element | undefined) => void;
}

/** One view in the modal, in sight or ahead of it. */
export function ViewSlot({ shown: { Component, view, depth }, ahead, busy, onPress }: ViewSlotProps) {
  const { kit } = useModal();
  // Uncovering a view that was drawn ahead does not draw it again.
  const content = useMemo(
    () => (
      <ViewBoundary
        fallback={<ViewErrorView view={view} depth={depth} />}
        onError={error => reportError(kit, 'VIEW', error)}
      >
        <Component view={view} depth={depth} />
      </ViewBoundary>
    ),
    [kit, Component, view, depth],
  );
  return (
    <div
      className="lk-content"
      hidden={ahead}
      aria-busy={busy || undefined}
      onClickCapture={event => onPress((event.target as Element).closest('[data-return]') ?? undefined)}
    >
      <AheadContext.Provider value={ahead}>{content}</AheadContext.Provider>
    </div>
  );
}
