import { useCallback } from 'react';
import type { ChainNamespace, LatchkitState } from '../../core/index.js';
import { useKitState } from '../runtime/useKitState.js';
import { connectorName } from './connectorName.js';

/** The name of the wallet connected on a namespace, if any. Default: the active namespace. */
export function useWalletName(namespace?: ChainNamespace): string | undefined {
  return useKitState(useCallback((state: LatchkitState) => walletNameOf(state, namespace), [namespace]));
}

/** The name of a namespace's active wallet. */
export function walletNameOf(
  state: LatchkitState,
  namespace: ChainNamespace = state.activeNamespace,
): string | undefined {
  const { namespaces, connectors } = state;
  const connection = namespaces[namespace]?.connection;
  if (connection?.status !== 'connected') return undefined;
  const known = connectors.flatMap(one => one.connectors ?? [one]);
  const found = known.find(({ id, chain }) => id === connection.connectorId && chain === namespace);
  return connectorName(state, found);
}
