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
 * The connected account of a namespace. Checking `isConnected` or `status` narrows the type, so that `address` is
 * defined.
 *
 * @param namespace default: the active namespace.
 * @example
 * const account = useAccount();
 * return account.isConnected ? account.address : 'Not connected';
 */
export function useAccount<Namespace extends ChainNamespace = RegisteredNamespace>(
  namespace?: Namespace,
): AccountInfo<Namespace> {
  return useLatchkitState(useCallback((state: LatchkitState) => getAccount(state, namespace), [namespace]));
}
