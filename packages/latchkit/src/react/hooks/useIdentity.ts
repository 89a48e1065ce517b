import { useCallback } from 'react';
import type { ChainNamespace, LatchkitState } from '../../core/index.js';
import { useLatchkitState } from './useLatchkitState.js';

/** The account whose name {@link useIdentity} reads. */
export interface UseIdentityParameters {
  /** Default: the active namespace. */
  readonly namespace?: ChainNamespace | undefined;
}

/** What {@link useIdentity} returns. */
export interface UseIdentityReturnType {
  /** The account's name, such as `ada.eth`; undefined: it has none, or it is not known yet. */
  readonly name: string | undefined;
  /** URL of the account's picture at the gateway, safe to show. */
  readonly avatar: string | undefined;
}

/**
 * Name and picture of the connected account. The gateway reads them from ENS, so without a gateway both stay undefined.
 *
 * @example
 * const { address } = useAccount();
 * const { name, avatar } = useIdentity();
 * const shown = name ?? (address && shortenAddress(address));
 */
export function useIdentity({ namespace }: UseIdentityParameters = {}): UseIdentityReturnType {
  return useLatchkitState(
    useCallback(
      ({ namespaces, activeNamespace }: LatchkitState) => {
        const chain = namespaces[namespace ?? activeNamespace];
        return { name: chain?.profileName, avatar: chain?.profileImage };
      },
      [namespace],
    ),
  );
}
