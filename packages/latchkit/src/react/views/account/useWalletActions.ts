import { useCallback, useState } from 'react';
import { disconnect, switchConnection, switchNetwork } from '../../../core/index.js';
import { currentView, showToast } from '../../../internal/index.js';
import { focusTitle } from '../../modal/dialogFocus.js';
import { useModal } from '../../runtime/ModalContext.js';
import type { ProfileWallet } from './profileWallets.js';

/** The actions of the wallet list: activate a wallet or one of its accounts, disconnect one, disconnect all. */
export function useWalletActions() {
  const { kit, root } = useModal();
  const [pending, setPending] = useState<string>();

  /** The row that was used has moved or is gone, so focus the title instead of losing focus. */
  const settle = useCallback(() => {
    const { modal } = kit.store.getState();
    const dialog = root.querySelector<HTMLElement>('.lk-modal');
    if (dialog && modal.open && currentView(modal).name === 'ProfileWallets') focusTitle(dialog);
  }, [kit, root]);

  const use = useCallback(
    async ({ namespace, connectorId, name }: ProfileWallet, address?: string) => {
      const { namespaces, features } = kit.store.getState();
      const network = namespaces[namespace]?.network;
      try {
        // Without multiWallet there is one wallet per namespace, so switching to another namespace's network
        // activates its wallet.
        if (!features.multiWallet && network) await switchNetwork(kit, { network });
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
        // A logout ends the login on all namespaces.
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
