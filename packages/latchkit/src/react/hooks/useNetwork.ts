import { useCallback } from 'react';
import {
  type CaipNetwork,
  type CaipNetworkId,
  type ChainNamespace,
  getNetwork,
  type LatchkitState,
} from '../../core/index.js';
import { useLatchkitState } from './useLatchkitState.js';

/** The network of a namespace, and those it can switch to. */
export interface NetworkInfo {
  /**
   * The wallet's network while connected, else the one to connect on. `unsupported` is set if the host doesn't list
   * it.
   */
  readonly caipNetwork: CaipNetwork | undefined;
  /** CAIP-2 id. */
  readonly caipNetworkId: CaipNetworkId | undefined;
  /** The chain's native id: a number on EVM, a string elsewhere. */
  readonly chainId: number | string | undefined;
  /** The networks that the visitor can switch to, in the host's order. */
  readonly networks: readonly CaipNetwork[];
}

const NONE: readonly CaipNetwork[] = [];

/**
 * The active network of a namespace.
 *
 * @param namespace default: the active namespace.
 * @example
 * const { caipNetwork, chainId, networks } = useNetwork();
 */
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
