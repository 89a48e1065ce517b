import { useState } from 'react';
import { type Connection, disconnect } from '../../../core/index.js';
import { showToast } from '../../../internal/index.js';
import { Button } from '../../primitives/Button.js';
import { useModal } from '../../runtime/ModalContext.js';
import { loginName } from '../loginName.js';

interface LoggedInProps {
  connectorId: string;
  auth: NonNullable<Connection['auth']>;
}

/** Takes the place of the logins while the visitor is logged in: another login needs a logout first. */
export function LoggedIn({ connectorId, auth }: LoggedInProps) {
  const { kit, text } = useModal();
  const [busy, setBusy] = useState(false);
  const logOut = () => {
    setBusy(true);
    disconnect(kit, { connectorId, keepOpen: true })
      .catch(() => showToast(kit, { tone: 'danger', text: 'toast.disconnectFailed' }))
      .finally(() => setBusy(false));
  };
  const user = loginName(auth) ?? text.t('profile.email');
  return (
    <>
      <p className="lk-or">{text.t('profile.loggedIn', { user })}</p>
      <div className="lk-actions">
        <Button variant="secondary" size="md" icon="logOut" busy={busy} onClick={logOut}>
          {text.t('profile.logOutFirst')}
        </Button>
      </div>
    </>
  );
}
