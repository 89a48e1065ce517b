import { useCallback } from 'react';
import type { CaipNetwork, ChainId, ChainNamespace, LatchkitState } from '../../core/index.js';
import { selectNetwork } from '../../internal/index.js';
import { useLatchkitState } from './useLatchkitState.js';

/** The network that {@link useNetwork} reads. */
export interface UseNetworkParameters {
  /** Default: the active namespace. */
  readonly namespace?: ChainNamespace | undefined;
}

/** What {@link useNetwork} returns. */
export interface UseNetworkReturnType {
  /**
   * The wallet's network while connected, else the one to connect on. `unsupported` is set if the host doesn't list
   * it. Its `id` is the chain's own id: a number on EVM.
   */
  readonly network: CaipNetwork | undefined;
  /** The network's CAIP-2 id, such as `eip155:1`. */
  readonly chainId: ChainId | undefined;
  /** The networks that the visitor can switch to, in the host's order. */
  readonly networks: readonly CaipNetwork[];
}

const NONE: readonly CaipNetwork[] = [];

/**
 * The active network of a namespace, and those it can switch to.
 *
 * @example
 * const { network, chainId, networks } = useNetwork();
 */
export function useNetwork({ namespace }: UseNetworkParameters = {}): UseNetworkReturnType {
  return useLatchkitState(useCallback((state: LatchkitState) => readNetwork(state, namespace), [namespace]));
}

function readNetwork(state: LatchkitState, namespace = state.activeNamespace): UseNetworkReturnType {
  const network = selectNetwork(state, namespace);
  return {
    network,
    chainId: network?.caipNetworkId,
    networks: state.namespaces[namespace]?.networks ?? NONE,
  };
}
