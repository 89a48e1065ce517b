import { Component, type ReactNode, useMemo } from 'react';
import { reportError } from '../../internal/index.js';
import { useModal } from '../runtime/ModalContext.js';
import { PrerenderContext } from './PrerenderContext.js';
import type { ShownView } from './useShownView.js';
import { ViewErrorView } from './ViewErrorView.js';

export interface ViewSlotProps {
  shown: ShownView;
  /** Prerendered out of sight for a likely click. */
  prerendered: boolean;
  /** The view that replaces it is still loading. */
  busy: boolean;
  /** Receives the pressed control, if Back returns focus to it. */
  onPress: (control: Element | undefined) => void;
}

/** One view in the modal, shown or prerendered. */
export function ViewSlot({ shown: { Component, view, depth }, prerendered, busy, onPress }: ViewSlotProps) {
  const { kit } = useModal();
  // Memoized, so that revealing a prerendered view doesn't render it again.
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
      hidden={prerendered}
      aria-busy={busy || undefined}
      onClickCapture={event => onPress((event.target as Element).closest('[data-return]') ?? undefined)}
    >
      <PrerenderContext.Provider value={prerendered}>{content}</PrerenderContext.Provider>
    </div>
  );
}

interface ViewBoundaryProps {
  readonly fallback: ReactNode;
  readonly onError: (error: unknown) => void;
  readonly children: ReactNode;
}

/** Contains the error of a view that throws, so that the modal and its Close button keep working. */
class ViewBoundary extends Component<ViewBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    console.error('[latchkit] A view of the modal failed.', error);
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
