import { useCallback } from 'react';
import type { ChainNamespace, LatchkitState } from '../../core/index.js';
import { useKitState } from '../modal/useKitState.js';

/** The connected wallet's name in a namespace, where a wallet is connected. Default: the active namespace. */
export function useWalletName(namespace?: ChainNamespace): string | undefined {
  return useKitState(useCallback((state: LatchkitState) => walletNameOf(state, namespace), [namespace]));
}

/** The name of the wallet that leads a namespace. */
export function walletNameOf(
  { chains, connectors, activeNamespace }: LatchkitState,
  namespace: ChainNamespace = activeNamespace,
): string | undefined {
  const connection = chains[namespace]?.connection;
  if (connection?.status !== 'connected') return undefined;
  const known = connectors.flatMap(one => one.connectors ?? [one]);
  return known.find(({ id, chain }) => id === connection.connectorId && chain === namespace)?.name;
}
