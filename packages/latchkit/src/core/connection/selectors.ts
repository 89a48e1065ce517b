import type { ChainNamespace } from '../../protocol/caip.js';
import type { CaipNetwork } from '../adapter/Network.js';
import type { LatchkitState } from '../LatchkitState.js';
import { type AccountInfo, type Connection, toAccountInfo } from './account.js';
import { DISCONNECTED } from './connectionState.js';

const NO_ACCOUNT: AccountInfo = /* @__PURE__ */ toAccountInfo('eip155', DISCONNECTED);

/** The visitor's account in a namespace (default: the active one). The same object until something in it changes. */
export function getAccount<Namespace extends ChainNamespace = ChainNamespace>(
  state: LatchkitState,
  namespace?: Namespace,
): AccountInfo<Namespace> {
  const account = state.chains[namespace ?? state.activeNamespace]?.account ?? NO_ACCOUNT;
  return account as AccountInfo<Namespace>;
}

/** The active network of a namespace (default: the active one). Undefined if the host lists no networks of the namespace. */
export function getNetwork(state: LatchkitState, namespace?: ChainNamespace): CaipNetwork | undefined {
  return state.chains[namespace ?? state.activeNamespace]?.network;
}

/** All connections, the active one of each namespace first. The same list until something in it changes. */
export function getConnections(state: LatchkitState): readonly Connection[] {
  return state.connections;
}

/**
 * A connector's status: `connected` if it is the active connection of the active namespace, `active` if another one is,
 * `disconnected` without any.
 */
export function getConnectorState(
  state: LatchkitState,
  connectorId: string,
): 'connected' | 'active' | 'disconnected' {
  const leading = state.chains[state.activeNamespace]?.connection;
  if (leading?.status === 'connected' && leading.connectorId === connectorId) return 'connected';
  return state.connections.some(one => one.connectorId === connectorId) ? 'active' : 'disconnected';
}
