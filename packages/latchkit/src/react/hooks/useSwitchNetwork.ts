import { useCallback } from 'react';
import { type CaipNetwork, type CaipNetworkId, switchNetwork } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { useRequest } from './useRequest.js';

/** Switches to another of the host's networks, by its CAIP-2 id; a connected wallet is asked, else it is only chosen. */
export function useSwitchNetwork() {
  const kit = useLatchkit();
  const action = useCallback((network: CaipNetworkId | CaipNetwork) => switchNetwork(kit, network), [kit]);
  const [run, request] = useRequest(action);
  return { ...request, switchNetwork: run };
}
