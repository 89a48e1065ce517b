import { useCallback, useState } from 'react';
import { disconnect } from '../../../core/index.js';
import { showToast } from '../../../internal/index.js';
import { Button } from '../../primitives/Button.js';
import { useModal } from '../../runtime/ModalContext.js';
import { emailUser, useEmailUser } from '../email/useEmailUser.js';

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

/** Disconnects only the wallet that the modal shows, and shows a message if that fails. */
function useDisconnect(): { busy: boolean; run: () => void } {
  const { kit } = useModal();
  const [busy, setBusy] = useState(false);
  const run = useCallback(() => {
    setBusy(true);
    const { namespaces, activeNamespace: namespace } = kit.store.getState();
    const connection = namespaces[namespace]?.connection;
    const connectorId = connection?.status === 'connected' ? connection.connectorId : undefined;
    // A logout ends the login on all namespaces.
    const one = connectorId && { connectorId, ...(!emailUser(kit.store.getState()) && { namespace }) };
    disconnect(kit, one || {})
      .catch(() => showToast(kit, { tone: 'danger', text: 'toast.disconnectFailed' }))
      .finally(() => setBusy(false));
  }, [kit]);
  return { busy, run };
}
