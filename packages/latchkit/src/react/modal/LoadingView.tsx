import { SkeletonRows } from '../primitives/SkeletonRows.js';
import type { ViewProps } from '../runtime/createViewLoader.js';
import { useModal } from '../runtime/ModalContext.js';
import { ViewFrame } from './ViewFrame.js';
import { viewTitle } from './viewTitle.js';

/** The placeholder for a view whose code is still loading, under the view's own title. */
export function LoadingView({ view, depth }: ViewProps) {
  const { kit, text } = useModal();
  return (
    <ViewFrame title={viewTitle(kit, text, view)} kind="child" depth={depth} busy>
      <SkeletonRows label={text.t('loading.view')} />
    </ViewFrame>
  );
}
