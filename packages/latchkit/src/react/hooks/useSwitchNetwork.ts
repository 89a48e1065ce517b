import { useCallback } from 'react';
import {
  type CaipNetwork,
  type Latchkit,
  type RegisteredNetworkId,
  switchNetwork,
} from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { type RequestControls, useRequest } from './useRequest.js';

/** What {@link useSwitchNetwork} returns. Declared explicitly: an inferred type would ignore the host's `Register`. */
export type UseSwitchNetworkReturnType = RequestControls<void> & {
  readonly switchNetwork: (network: RegisteredNetworkId | CaipNetwork) => Promise<void>;
};

/**
 * Switches to another of the host's networks, by its CAIP-2 id. A connected wallet is asked to switch; otherwise the
 * network is only selected. With a registered instance (`Register`), ids of other networks are type errors.
 *
 * @example
 * const { switchNetwork } = useSwitchNetwork();
 * await switchNetwork('eip155:1');
 */
export function useSwitchNetwork(): UseSwitchNetworkReturnType {
  const kit: Latchkit = useLatchkit();
  const action = useCallback(
    (network: RegisteredNetworkId | CaipNetwork) => switchNetwork(kit, network),
    [kit],
  );
  const [run, request] = useRequest(action);
  return { ...request, switchNetwork: run };
}
