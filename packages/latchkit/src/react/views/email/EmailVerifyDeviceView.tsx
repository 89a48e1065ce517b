import type { ViewProps } from '../../modal/createViewLoader.js';
import { ViewFrame } from '../../modal/ViewFrame.js';

export function EmailVerifyDeviceView({ depth }: ViewProps) {
  return (
    <ViewFrame title="EmailVerifyDevice" kind="child" depth={depth}>
      {null}
    </ViewFrame>
  );
}
