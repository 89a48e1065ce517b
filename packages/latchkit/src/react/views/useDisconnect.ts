import { useCallback, useState } from 'react';
import { disconnect, showToast } from '../../core/index.js';
import { useModal } from '../modal/ModalContext.js';
import { emailUser } from './useEmailUser.js';

/** Disconnects the wallet that the modal speaks of, and no other one; says so when it fails. */
export function useDisconnect(): { busy: boolean; run: () => void } {
  const { kit } = useModal();
  const [busy, setBusy] = useState(false);
  const run = useCallback(() => {
    setBusy(true);
    const { chains, activeNamespace: namespace } = kit.store.getState();
    const connection = chains[namespace]?.connection;
    const connectorId = connection?.status === 'connected' ? connection.connectorId : undefined;
    // Who logs out is logged out everywhere.
    const one = connectorId && { connectorId, ...(!emailUser(kit.store.getState()) && { namespace }) };
    disconnect(kit, one || {})
      .catch(() => showToast(kit, { tone: 'danger', text: 'toast.disconnectFailed' }))
      .finally(() => setBusy(false));
  }, [kit]);
  return { busy, run };
}
