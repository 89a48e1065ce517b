import { useModal } from '../modal/ModalContext.js';
import { Button } from '../primitives/Button.js';
import { useDisconnect } from './useDisconnect.js';

/** The way out of a connection, at the foot of a view. */
export function DisconnectButton() {
  const { text } = useModal();
  const { busy, run } = useDisconnect();
  return (
    <div className="lk-actions">
      <Button variant="quiet" size="md" icon="logOut" busy={busy} onClick={run}>
        {text.t('action.disconnect')}
      </Button>
    </div>
  );
}
