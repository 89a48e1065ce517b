import { useCallback } from 'react';
import {
  type CaipNetwork,
  type CaipNetworkId,
  type ChainNamespace,
  getNetwork,
  type LatchkitState,
} from '../../core/index.js';
import { useLatchkitState } from './useLatchkitState.js';

/** What a host reads of a namespace's network. */
export interface NetworkInfo {
  /** The wallet's network while connected, else the one to connect on. Its `unsupported` says that the host lacks it. */
  readonly caipNetwork: CaipNetwork | undefined;
  /** CAIP-2 id. */
  readonly caipNetworkId: CaipNetworkId | undefined;
  /** The chain's own id: a number on EVM, a string elsewhere. */
  readonly chainId: number | string | undefined;
  /** The networks that the visitor can switch to, in the host's order. */
  readonly networks: readonly CaipNetwork[];
}

const NONE: readonly CaipNetwork[] = [];

/** The active network of a namespace; without one named, of the active namespace. */
export function useNetwork(namespace?: ChainNamespace): NetworkInfo {
  return useLatchkitState(useCallback((state: LatchkitState) => networkInfo(state, namespace), [namespace]));
}

function networkInfo(state: LatchkitState, namespace = state.activeNamespace): NetworkInfo {
  const caipNetwork = getNetwork(state, namespace);
  return {
    caipNetwork,
    caipNetworkId: caipNetwork?.caipNetworkId,
    chainId: caipNetwork?.id,
    networks: state.chains[namespace]?.networks ?? NONE,
  };
}
