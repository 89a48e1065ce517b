import { isError, manageWallet } from '../../../core/index.js';
import { showToast } from '../../../internal/index.js';
import { Icon } from '../../primitives/Icon.js';
import { ListItem } from '../../primitives/ListItem.js';
import { useModal } from '../../runtime/ModalContext.js';

/** Opens the portal of the embedded wallet. */
export function ManageWalletRow() {
  const { kit, text } = useModal();
  return (
    <ListItem
      leading={
        <span className="lk-glyph">
          <Icon name="lock" />
        </span>
      }
      title={text.t('account.manage')}
      end="external"
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
            text: isFrozen ? 'account.manageFrozen' : 'account.manageFailed',
          });
        });
      }}
    />
  );
}
