import type { ChainNamespace } from '../../protocol/caip.js';
import type { LatchkitState } from '../LatchkitState.js';
import type { SignInTarget } from './SignInRun.js';

/** The target to sign in for a namespace: its active account, on a network that the host lists. */
export function signInTarget(state: LatchkitState, namespace: ChainNamespace): SignInTarget | undefined {
  const chain = state.chains[namespace];
  if (chain?.connection.status !== 'connected' || chain.network.unsupported) return undefined;
  const { connectorId, accounts, networkId } = chain.connection;
  return { namespace, connectorId, accountAddress: accounts[0], chainId: networkId };
}

/** Whether two targets are the same. */
export function isSameTarget(a: SignInTarget | undefined, b: SignInTarget | undefined): boolean {
  return (
    a?.connectorId === b?.connectorId && a?.accountAddress === b?.accountAddress && a?.chainId === b?.chainId
  );
}
