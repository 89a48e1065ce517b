import type { ViewProps } from '../../modal/createViewLoader.js';
import { ViewFrame } from '../../modal/ViewFrame.js';

export function EmailLoginView({ depth }: ViewProps) {
  return (
    <ViewFrame title="EmailLogin" kind="child" depth={depth}>
      {null}
    </ViewFrame>
  );
}
