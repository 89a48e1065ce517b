import { useCallback } from 'react';
import {
  type AccountInfo,
  type ChainNamespace,
  getAccount,
  type LatchkitState,
  type RegisteredNamespace,
} from '../../core/index.js';
import { useLatchkitState } from './useLatchkitState.js';

/**
 * The connected account of a namespace; without one named, of the active namespace [ENT-08]. Once `isConnected` or `status`
 * is checked, the compiler knows that there is an address.
 */
export function useAccount<Namespace extends ChainNamespace = RegisteredNamespace>(
  namespace?: Namespace,
): AccountInfo<Namespace> {
  return useLatchkitState(useCallback((state: LatchkitState) => getAccount(state, namespace), [namespace]));
}
