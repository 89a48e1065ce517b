import { useCallback, useState } from 'react';
import { currentView, disconnect, showToast, switchConnection, switchNetwork } from '../../../core/index.js';
import { focusTitle } from '../../modal/dialogFocus.js';
import { useModal } from '../../modal/ModalContext.js';
import type { ProfileWallet } from './profileWallets.js';

/** What the list of wallets does: use another one, or an account of one, disconnect one, disconnect all. */
export function useWalletActions() {
  const { kit, root } = useModal();
  const [pending, setPending] = useState<string>();

  /** The row that was used is gone, or somewhere else: focus goes to the title rather than nowhere. */
  const settle = useCallback(() => {
    const { modal } = kit.store.getState();
    const dialog = root.querySelector<HTMLElement>('.lk-modal');
    if (dialog && modal.open && currentView(modal).name === 'ProfileWallets') focusTitle(dialog);
  }, [kit, root]);

  const use = useCallback(
    async ({ namespace, connectorId, name }: ProfileWallet, address?: string) => {
      const { chains, features } = kit.store.getState();
      const network = chains[namespace]?.network;
      try {
        // One wallet per namespace: the other one is that of another namespace, which its network brings [STATE-27].
        if (!features.multiWallet && network) await switchNetwork(kit, network);
        else await switchConnection(kit, { connectorId, namespace, ...(address && { address }) });
        showToast(kit, { tone: 'success', text: 'profile.switched', slots: { wallet: name } });
        settle();
      } catch {
        showToast(kit, { tone: 'danger', text: 'profile.switchFailed', slots: { wallet: name } });
      }
    },
    [kit, settle],
  );

  const end = useCallback(
    async ({ namespace, connectorId, name, isEmail }: ProfileWallet) => {
      const isLast = kit.store
        .getState()
        .connections.every(
          one => one.connectorId === connectorId && (isEmail || one.namespace === namespace),
        );
      setPending(`${namespace} ${connectorId}`);
      try {
        // Who logs out is logged out everywhere.
        await disconnect(kit, { ...(!isEmail && { namespace }), connectorId, keepOpen: !isLast });
        if (isLast) return;
        showToast(kit, { tone: 'neutral', text: 'profile.disconnected', slots: { wallet: name } });
        settle();
      } catch {
        showToast(kit, { tone: 'danger', text: 'toast.disconnectFailed' });
      } finally {
        setPending(undefined);
      }
    },
    [kit, settle],
  );

  const endAll = useCallback(async () => {
    setPending('all');
    try {
      await disconnect(kit);
    } catch {
      showToast(kit, { tone: 'danger', text: 'toast.disconnectFailed' });
    } finally {
      setPending(undefined);
    }
  }, [kit]);

  return { pending, use, end, endAll };
}
