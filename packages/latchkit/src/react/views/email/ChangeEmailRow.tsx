import { navigate } from '../../../internal/index.js';
import { Icon } from '../../primitives/Icon.js';
import { ListItem } from '../../primitives/ListItem.js';
import { useModal } from '../../runtime/ModalContext.js';
import { shortenEmail } from '../loginName.js';

/** The email address of the login, as a row that leads to changing it; without one, to adding it. */
export function ChangeEmailRow({ email }: { email: string | null | undefined }) {
  const { kit, text, views } = useModal();
  return (
    <ListItem
      leading={
        <span className="lk-glyph">
          <Icon name="mail" />
        </span>
      }
      title={text.t(email ? 'account.changeEmail' : 'account.addEmail')}
      sub={email ? shortenEmail(email) : undefined}
      end="forward"
      returnKey="change-email"
      onIntent={() => void views.load('UpdateEmailWallet')}
      onClick={() => navigate(kit, { name: 'UpdateEmailWallet' })}
    />
  );
}
