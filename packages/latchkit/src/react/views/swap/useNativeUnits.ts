import type { LatchkitState } from '../../../core/index.js';
import { toBaseUnits } from '../../../internal/index.js';
import { useKitState } from '../../runtime/useKitState.js';

/** The EVM account's balance of the native currency, in the smallest units; undefined while it is not known. */
export function useNativeUnits(): bigint | undefined {
  return useKitState(nativeUnits);
}

function nativeUnits({ namespaces }: LatchkitState): bigint | undefined {
  const chain = namespaces.eip155;
  if (chain?.balance === undefined || chain.balanceError) return undefined;
  return toBaseUnits(chain.balance, chain.network.nativeCurrency.decimals);
}
