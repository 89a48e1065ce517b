import { useCallback, useState } from 'react';
import { disconnect, showToast } from '../../core/index.js';
import { useModal } from '../modal/ModalContext.js';

/** Disconnects, and says so when it fails. */
export function useDisconnect(): { busy: boolean; run: () => void } {
  const { kit } = useModal();
  const [busy, setBusy] = useState(false);
  const run = useCallback(() => {
    setBusy(true);
    disconnect(kit)
      .catch(() => showToast(kit, { tone: 'danger', text: 'toast.disconnectFailed' }))
      .finally(() => setBusy(false));
  }, [kit]);
  return { busy, run };
}
