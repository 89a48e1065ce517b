import { useCallback } from 'react';
import { type AccountInfo, type ChainNamespace, getAccount, type LatchkitState } from '../../core/index.js';
import { useLatchkitState } from './useLatchkitState.js';

/** The connected account of a namespace; without one named, of the active namespace [ENT-08]. */
export function useAccount(namespace?: ChainNamespace): AccountInfo {
  return useLatchkitState(useCallback((state: LatchkitState) => getAccount(state, namespace), [namespace]));
}
