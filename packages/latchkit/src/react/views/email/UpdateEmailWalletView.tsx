import type { ViewProps } from '../../modal/createViewLoader.js';
import { ViewFrame } from '../../modal/ViewFrame.js';

export function UpdateEmailWalletView({ depth }: ViewProps) {
  return (
    <ViewFrame title="UpdateEmailWallet" kind="child" depth={depth}>
      {null}
    </ViewFrame>
  );
}
