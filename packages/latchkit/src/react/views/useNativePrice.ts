import type { CaipNetwork, LatchkitState } from '../../core/index.js';
import { selectSwap } from '../../internal/index.js';
import { useKitState } from '../runtime/useKitState.js';

/** The price of a network's own currency in US dollars, where one is known. */
export function useNativePrice({ caipNetworkId, chainNamespace }: CaipNetwork): number | undefined {
  return useKitState((state: LatchkitState) => {
    const held = state.namespaces[chainNamespace]?.tokenBalance ?? [];
    const isNative = ({ address, chainId }: { address?: unknown; chainId: string }) =>
      address === undefined && chainId === caipNetworkId;
    return held.find(isNative)?.price ?? selectSwap(state).tokens.find(isNative)?.price;
  });
}
