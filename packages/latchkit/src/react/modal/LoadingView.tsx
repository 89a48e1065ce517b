import { SkeletonRows } from '../primitives/SkeletonRows.js';
import type { ViewProps } from './createViewLoader.js';
import { useModal } from './ModalContext.js';
import { ViewFrame } from './ViewFrame.js';
import { viewTitle } from './viewTitle.js';

/** A view under its own title while its code is fetched over a slow line. */
export function LoadingView({ view, depth }: ViewProps) {
  const { kit, text } = useModal();
  return (
    <ViewFrame title={viewTitle(kit, text, view)} kind="child" depth={depth} busy>
      <SkeletonRows label={text.t('loading.view')} />
    </ViewFrame>
  );
}
