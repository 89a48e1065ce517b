import { useCallback } from 'react';
import {
  type Latchkit,
  type RegisteredNetworkId,
  type SwitchNetworkOptions,
  switchNetwork,
} from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { type RequestControls, useRequest } from './useRequest.js';

/** What {@link useSwitchNetwork} returns. Declared explicitly: an inferred type would ignore the host's `Register`. */
export type UseSwitchNetworkReturnType = RequestControls<void> & {
  readonly switchNetwork: (options: SwitchNetworkOptions<RegisteredNetworkId>) => Promise<void>;
};

/**
 * Switches to another of the host's networks. A connected wallet is asked to switch; otherwise the
 * network is only selected. With a registered instance (`Register`), ids of other networks are type errors.
 *
 * @example
 * const { switchNetwork } = useSwitchNetwork();
 * await switchNetwork({ chainId: 'eip155:1' });
 */
export function useSwitchNetwork(): UseSwitchNetworkReturnType {
  const kit: Latchkit = useLatchkit();
  const action = useCallback(
    (options: SwitchNetworkOptions<RegisteredNetworkId>) => switchNetwork(kit, options),
    [kit],
  );
  const [run, request] = useRequest(action);
  return { ...request, switchNetwork: run };
}
