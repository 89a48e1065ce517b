import { isError, manageWallet } from '../../../core/index.js';
import { showToast } from '../../../internal/index.js';
import { Button } from '../../primitives/Button.js';
import { useModal } from '../../runtime/ModalContext.js';
import { whyFailed } from '../../runtime/useOffline.js';

/** Opens the portal of the embedded wallet. */
export function ManageWalletButton() {
  const { kit, text } = useModal();
  return (
    <Button
      variant="quiet"
      size="md"
      icon="lock"
      returnKey="manage"
      onClick={() => {
        manageWallet(kit).catch(error => {
          // The visitor refused it in the wallet window, or left the view that waits for it.
          if (isError(error, 'REJECTED') || isError(error, 'ABORTED')) return;
          // The view of the wallet page says it, with the time that is left.
          if (isError(error, 'SITE_PAUSED')) return;
          const isFrozen = isError(error, 'FROZEN');
          showToast(kit, {
            tone: 'danger',
            text: isFrozen ? 'account.manageFrozen' : whyFailed('account.manageFailed'),
          });
        });
      }}
    >
      {text.t('account.manage')}
    </Button>
  );
}
