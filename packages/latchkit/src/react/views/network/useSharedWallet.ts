import { type ChainNamespace, type LatchkitState, type WalletItem, walletList } from '../../../core/index.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';

/** The active wallet, if it also supports another namespace. */
export function useSharedWallet(namespace: ChainNamespace): WalletItem | undefined {
  const { kit } = useModal();
  return useKitState((state: LatchkitState) => {
    const lead = state.chains[state.activeNamespace]?.connection;
    if (lead?.status !== 'connected') return undefined;
    return walletList(kit, state).find(({ connector }) => {
      const inside = connector?.connectors ?? [];
      return (
        inside.some(({ id, chain }) => id === lead.connectorId && chain === state.activeNamespace) &&
        inside.some(({ chain }) => chain === namespace)
      );
    });
  });
}
