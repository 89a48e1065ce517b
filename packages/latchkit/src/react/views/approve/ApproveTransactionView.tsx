import type { ViewProps } from '../../modal/createViewLoader.js';
import { ViewFrame } from '../../modal/ViewFrame.js';

export function ApproveTransactionView({ depth }: ViewProps) {
  return (
    <ViewFrame title="ApproveTransaction" kind="child" depth={depth}>
      {null}
    </ViewFrame>
  );
}
