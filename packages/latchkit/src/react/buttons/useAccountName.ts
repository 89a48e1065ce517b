import { useCallback } from 'react';
import { type ChainNamespace, type LatchkitState, shortenAddress } from '../../core/index.js';
import { selectAccount } from '../../internal/index.js';
import { useLatchkitState } from '../hooks/useLatchkitState.js';

/** The connected account's name, or its shortened address if it has none. */
export function useAccountName(namespace: ChainNamespace | undefined): string {
  return useLatchkitState(useCallback((state: LatchkitState) => nameOf(state, namespace), [namespace]));
}

function nameOf(state: LatchkitState, namespace = state.activeNamespace): string {
  const profileName = namespace && state.namespaces[namespace]?.profileName;
  return profileName || shortenAddress(selectAccount(state, namespace).address ?? '');
}
