import type { ViewProps } from '../../modal/createViewLoader.js';
import { ViewFrame } from '../../modal/ViewFrame.js';

export function EmailVerifyOtpView({ depth }: ViewProps) {
  return (
    <ViewFrame title="EmailVerifyOtp" kind="child" depth={depth}>
      {null}
    </ViewFrame>
  );
}
