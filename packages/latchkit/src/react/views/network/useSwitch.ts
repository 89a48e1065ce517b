import { useCallback, useRef, useState } from 'react';
import { type ChainId, type ChainNamespace, isError, switchNetwork } from '../../../core/index.js';
import { showToast } from '../../../internal/index.js';
import { useModal } from '../../runtime/ModalContext.js';
import { walletNameOf } from '../useWalletName.js';

/** Asks the wallet to switch, and shows a message if that fails. Only the latest request counts. */
export function useSwitch() {
  const { kit } = useModal();
  const [pending, setPending] = useState<ChainId>();
  const latest = useRef(0);
  const run = useCallback(
    async (id: ChainId): Promise<'switched' | 'failed' | 'stale'> => {
      const number = ++latest.current;
      setPending(id);
      try {
        await switchNetwork(kit, { chainId: id });
        return number === latest.current ? 'switched' : 'stale';
      } catch (error) {
        if (number !== latest.current) return 'stale';
        const text = isError(error, 'SWITCH_REJECTED') ? 'network.declined' : 'network.failed';
        const namespace = id.split(':')[0] as ChainNamespace;
        const wallet = walletNameOf(kit.store.getState(), namespace) ?? '';
        showToast(kit, { tone: 'danger', text, slots: { wallet } });
        return 'failed';
      } finally {
        if (number === latest.current) setPending(undefined);
      }
    },
    [kit],
  );
  return { pending, run };
}
