import { useMemo } from 'react';
import {
  type ChainNamespace,
  getProvider,
  type Latchkit,
  type LatchkitState,
  type ProviderOf,
  type RegisteredNamespace,
} from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { useLatchkitState } from './useLatchkitState.js';
import type { RequestState } from './useRequest.js';
import { useResolved } from './useResolved.js';

/** The wallet that {@link useProvider} reads. */
export interface UseProviderParameters<Namespace extends ChainNamespace = ChainNamespace> {
  /** Default: the active namespace. */
  readonly namespace?: Namespace | undefined;
}

/** What {@link useProvider} returns: `idle` while no wallet is connected, else the provider in `data`. */
export type UseProviderReturnType<Namespace extends ChainNamespace = ChainNamespace> = RequestState<
  ProviderOf<Namespace>
>;

/**
 * The provider of the connected wallet: EIP-1193 on EVM, a Wallet Standard wallet on Solana. It changes with the wallet.
 *
 * @example
 * const { data: provider } = useProvider({ namespace: 'eip155' });
 */
export function useProvider<Namespace extends ChainNamespace = RegisteredNamespace>({
  namespace,
}: UseProviderParameters<Namespace> = {}): UseProviderReturnType<Namespace> {
  const kit: Latchkit = useLatchkit();
  const at = useLatchkitState(state => namespace ?? state.activeNamespace);
  const connectorId = useLatchkitState(state => connectorOf(state, at));
  const read = useMemo(
    () =>
      connectorId === undefined
        ? undefined
        : () => getProvider(kit, { namespace: at }) as Promise<ProviderOf<Namespace>>,
    [kit, at, connectorId],
  );
  return useResolved(read);
}

/** The connected wallet of a namespace. */
function connectorOf({ namespaces }: LatchkitState, namespace: ChainNamespace): string | undefined {
  const connection = namespaces[namespace]?.connection;
  return connection?.status === 'connected' ? connection.connectorId : undefined;
}
