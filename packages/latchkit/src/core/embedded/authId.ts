import type { ChainNamespace } from '../../protocol/caip.js';
import type { Connector } from '../contracts/Connector.js';

/** Id of the embedded wallet's connector, the same in every namespace. */
export const AUTH_ID = 'AUTH';

/** Kinds of chains that the embedded wallet has accounts on [PERM-02]. */
export const AUTH_NAMESPACES: readonly ChainNamespace[] = ['eip155', 'solana'];

/** Whether a connector is the embedded wallet's, of one namespace or of several: one signs in, and picks it from no list. */
export function isAuth(connector: Connector): boolean {
  return connector.id === AUTH_ID;
}
