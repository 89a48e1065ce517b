import { SkeletonRows } from '../primitives/SkeletonRows.js';
import type { ViewProps } from './createViewLoader.js';
import { useModal } from './ModalContext.js';
import { ViewFrame } from './ViewFrame.js';

/** Stands in while a view's code is fetched over a slow line. */
export function LoadingView({ depth }: ViewProps) {
  const { text } = useModal();
  return (
    <ViewFrame title={text.t('loading.view')} kind="child" depth={depth}>
      <SkeletonRows label={text.t('loading.view')} />
    </ViewFrame>
  );
}
