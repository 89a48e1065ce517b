import { useCallback, useState } from 'react';
import { disconnect, showToast } from '../../../core/index.js';
import { useModal } from '../../runtime/ModalContext.js';
import { emailUser } from '../email/useEmailUser.js';

/** Disconnects only the wallet that the modal shows, and shows a message if that fails. */
export function useDisconnect(): { busy: boolean; run: () => void } {
  const { kit } = useModal();
  const [busy, setBusy] = useState(false);
  const run = useCallback(() => {
    setBusy(true);
    const { chains, activeNamespace: namespace } = kit.store.getState();
    const connection = chains[namespace]?.connection;
    const connectorId = connection?.status === 'connected' ? connection.connectorId : undefined;
    // A logout ends the login on all namespaces.
    const one = connectorId && { connectorId, ...(!emailUser(kit.store.getState()) && { namespace }) };
    disconnect(kit, one || {})
      .catch(() => showToast(kit, { tone: 'danger', text: 'toast.disconnectFailed' }))
      .finally(() => setBusy(false));
  }, [kit]);
  return { busy, run };
}
