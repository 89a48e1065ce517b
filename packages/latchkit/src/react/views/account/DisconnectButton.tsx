import { Button } from '../../primitives/Button.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useEmailUser } from '../email/useEmailUser.js';
import { useDisconnect } from './useDisconnect.js';

/** The Disconnect button at the bottom of a view. */
export function DisconnectButton() {
  const { text } = useModal();
  const { busy, run } = useDisconnect();
  const user = useEmailUser();
  return (
    <div className="lk-actions">
      <Button variant="quiet" size="md" icon="logOut" busy={busy} onClick={run}>
        {text.t(user ? 'action.logOut' : 'action.disconnect')}
      </Button>
    </div>
  );
}
