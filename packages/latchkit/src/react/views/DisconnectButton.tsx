import { useModal } from '../modal/ModalContext.js';
import { Button } from '../primitives/Button.js';
import { useDisconnect } from './useDisconnect.js';
import { useEmailUser } from './useEmailUser.js';

/** The way out of a connection, at the foot of a view. */
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
