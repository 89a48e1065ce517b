import { useCallback } from 'react';
import type {
  AbsentAccount,
  ChainId,
  ChainNamespace,
  ConnectedAccount,
  LatchkitState,
  RegisteredNamespace,
} from '../../core/index.js';
import { selectSignedInAccount } from '../../internal/index.js';
import { useLatchkitState } from './useLatchkitState.js';

/** The account that {@link useAccount} reads. */
export interface UseAccountParameters<Namespace extends ChainNamespace = ChainNamespace> {
  /** Default: the active namespace. */
  readonly namespace?: Namespace | undefined;
}

/** What {@link useAccount} returns. */
export type UseAccountReturnType<Namespace extends ChainNamespace = ChainNamespace> =
  | (ConnectedAccount<Namespace> & {
      /** CAIP-2 id of the wallet's network, whether or not the host lists it. */
      readonly chainId: ChainId;
    })
  | (AbsentAccount & { readonly chainId: undefined });

/**
 * The connected account of a namespace. Checking `isConnected` or `status` narrows the type, so that `address` is
 * defined. Where sign-in is required, the status is `connecting` until the account has a session.
 *
 * @example
 * const account = useAccount();
 * return account.isConnected ? account.address : 'Not connected';
 */
export function useAccount<Namespace extends ChainNamespace = RegisteredNamespace>({
  namespace,
}: UseAccountParameters<Namespace> = {}): UseAccountReturnType<Namespace> {
  return useLatchkitState(useCallback((state: LatchkitState) => readAccount(state, namespace), [namespace]));
}

function readAccount<Namespace extends ChainNamespace>(
  state: LatchkitState,
  namespace: Namespace | undefined,
) {
  const account = selectSignedInAccount(state, namespace);
  const chainId = account.caipAddress?.replace(/:[^:]*$/, '');
  return { ...account, chainId } as UseAccountReturnType<Namespace>;
}
