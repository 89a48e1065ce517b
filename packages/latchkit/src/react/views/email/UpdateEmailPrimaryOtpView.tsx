import type { ViewProps } from '../../modal/createViewLoader.js';
import { ViewFrame } from '../../modal/ViewFrame.js';

export function UpdateEmailPrimaryOtpView({ depth }: ViewProps) {
  return (
    <ViewFrame title="UpdateEmailPrimaryOtp" kind="child" depth={depth}>
      {null}
    </ViewFrame>
  );
}
