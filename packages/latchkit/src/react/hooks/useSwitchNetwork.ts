import { useCallback } from 'react';
import {
  type CaipNetwork,
  type Latchkit,
  type RegisteredNetworkId,
  switchNetwork,
} from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { type RequestControls, useRequest } from './useRequest.js';

/** The action, and where its last call stands. Named, because an inferred type would not follow the host's `Register`. */
type SwitchNetworkControls = RequestControls<void> & {
  readonly switchNetwork: (network: RegisteredNetworkId | CaipNetwork) => Promise<void>;
};

/**
 * Switches to another of the host's networks, by its CAIP-2 id; a connected wallet is asked, else it is only chosen. With a
 * registered instance (`Register`), the compiler refuses ids of other networks.
 */
export function useSwitchNetwork(): SwitchNetworkControls {
  const kit: Latchkit = useLatchkit();
  const action = useCallback(
    (network: RegisteredNetworkId | CaipNetwork) => switchNetwork(kit, network),
    [kit],
  );
  const [run, request] = useRequest(action);
  return { ...request, switchNetwork: run };
}
