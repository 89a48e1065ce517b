import type { ChainNamespace } from '../../protocol/caip.js';
import { catalogueError } from '../../protocol/errors.js';
import type { AccountSession } from '../../protocol/gateway/sessions.js';
import { activeConnection, asLatchkitError } from '../connection/activeConnection.js';
import type { Latchkit } from '../Latchkit.js';
import { getSession } from '../signIn/signInState.js';

/**
 * The sessions of the connected account on its network that the gateway keeps, newest first [CALL-36]. Only where the
 * feature `smartSessions` is on [CFG-24]. The gateway answers who is signed in.
 *
 * @throws REQUEST_FAILED where the feature is off or the gateway cannot be asked; the gateway's own code, for example
 * INVALID_TOKEN for who is not signed in; CAIP_NETWORK_OR_ADDRESS_UNDEFINED nothing is connected.
 */
export async function listSmartSessions(
  kit: Latchkit,
  options: { readonly namespace?: ChainNamespace } = {},
): Promise<readonly AccountSession[]> {
  const { id, namespace } = accountOf(kit, options.namespace);
  const { loadSmartSessions } = await import('./loadSmartSessions.js');
  const token = getSession(kit.store.getState(), namespace)?.token;
  return asLatchkitError(kit, 'SMART_SESSIONS', loadSmartSessions(kit, id, token));
}

/**
 * Ends one of the account's sessions: the wallet is asked to sign that [CALL-37].
 *
 * @param options - `pci`: the session's id, as {@link listSmartSessions} lists it.
 * @throws REQUEST_REJECTED the visitor refused; the gateway's own code, for example SESSION_NOT_FOUND; and as above.
 */
export async function revokeSmartSession(
  kit: Latchkit,
  options: { readonly pci: string; readonly namespace?: ChainNamespace },
): Promise<void> {
  const { id, adapter, connectorId, address } = accountOf(kit, options.namespace);
  const { endSmartSession } = await import('./endSmartSession.js');
  const sign = (message: string) => adapter.signMessage({ connectorId, address, message });
  await asLatchkitError(kit, 'SMART_SESSIONS', endSmartSession(kit, id, options.pci, sign));
}

function accountOf(kit: Latchkit, namespace: ChainNamespace | undefined) {
  if (!kit.store.getState().features.smartSessions) {
    throw catalogueError('REQUEST_FAILED', { details: 'The feature smartSessions is off.' });
  }
  const active = activeConnection(kit, namespace);
  const { network, address, adapter } = active;
  return { ...active, namespace: adapter.namespace, id: `${network.caipNetworkId}:${address}` };
}
