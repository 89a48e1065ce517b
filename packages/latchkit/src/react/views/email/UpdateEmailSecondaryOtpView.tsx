import type { ViewProps } from '../../modal/createViewLoader.js';
import { ViewFrame } from '../../modal/ViewFrame.js';

export function UpdateEmailSecondaryOtpView({ depth }: ViewProps) {
  return (
    <ViewFrame title="UpdateEmailSecondaryOtp" kind="child" depth={depth}>
      {null}
    </ViewFrame>
  );
}
