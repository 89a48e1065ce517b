import { navigate } from '../../core/index.js';
import { useModal } from '../modal/ModalContext.js';
import { Icon } from '../primitives/Icon.js';
import { ListItem } from '../primitives/ListItem.js';
import { shortenEmail } from './shortenEmail.js';

/** The address that the visitor logged in with, and the way to another one. */
export function ChangeEmailRow({ email }: { email: string }) {
  const { kit, text, views } = useModal();
  return (
    <ListItem
      leading={
        <span className="lk-glyph">
          <Icon name="mail" />
        </span>
      }
      title={text.t('account.changeEmail')}
      sub={shortenEmail(email)}
      end="forward"
      returnKey="change-email"
      onIntent={() => void views.load('UpdateEmailWallet')}
      onClick={() => navigate(kit, { name: 'UpdateEmailWallet' })}
    />
  );
}
