import { useEffect, useState } from 'react';
import { isSwapNetwork, offersSwap } from '../../../internal/index.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';

/** Whether swaps are offered on the active network. @param isOn - The feature is on. */
export function useSwapOffered(isOn: boolean): boolean {
  const { kit } = useModal();
  const network = useKitState(state => state.namespaces[state.activeNamespace]?.network);
  const [known, setKnown] = useState<{ readonly id: string; readonly isOffered: boolean }>();
  const id = network?.caipNetworkId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the network by its id
  useEffect(() => {
    let live = true;
    if (isOn && network)
      void offersSwap(kit, network).then(
        isOffered => live && setKnown({ id: network.caipNetworkId, isOffered }),
      );
    return () => {
      live = false;
    };
  }, [kit, isOn, id]);
  if (!isOn || network === undefined) return false;
  return known && known.id === id ? known.isOffered : isSwapNetwork(network);
}
