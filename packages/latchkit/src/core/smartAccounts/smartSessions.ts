import type { ChainNamespace } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import type { AccountSession } from '../../protocol/gateway/sessions.js';
import { activeConnection, wrapWalletError } from '../connection/activeConnection.js';
import type { Latchkit } from '../Latchkit.js';
import { selectSession } from '../signIn/signInState.js';

/**
 * The sessions of the connected account on its network that the gateway stores, newest first. Requires the feature
 * `smartSessions` and a signed-in visitor.
 *
 * @throws REQUEST_FAILED if the feature is off or the gateway cannot be reached; the gateway's own code, for example
 * INVALID_TOKEN if the visitor is not signed in; CAIP_NETWORK_OR_ADDRESS_UNDEFINED if nothing is connected.
 *
 * @example
 * const [newest] = await listSmartSessions(kit);
 */
export async function listSmartSessions(
  kit: Latchkit,
  options: { readonly namespace?: ChainNamespace } = {},
): Promise<readonly AccountSession[]> {
  const { id, namespace } = accountOf(kit, options.namespace);
  const { loadSmartSessions } = await import('./loadSmartSessions.js');
  const token = selectSession(kit.store.getState(), namespace)?.token;
  return wrapWalletError(kit, 'SMART_SESSIONS', loadSmartSessions(kit, id, token));
}

/**
 * Ends one of the account's sessions; the wallet prompts for a signature.
 *
 * @param options - `pci`: the session's id, from {@link listSmartSessions}.
 * @throws REQUEST_REJECTED if the visitor refused; the gateway's own code, for example SESSION_NOT_FOUND; and the errors of
 * {@link listSmartSessions}.
 *
 * @example
 * for (const { pci } of await listSmartSessions(kit)) await revokeSmartSession(kit, { pci });
 */
export async function revokeSmartSession(
  kit: Latchkit,
  options: { readonly pci: string; readonly namespace?: ChainNamespace },
): Promise<void> {
  const { id, adapter, connectorId, address } = accountOf(kit, options.namespace);
  const { endSmartSession } = await import('./loadSmartSessions.js');
  const sign = (message: string) => adapter.signMessage({ connectorId, address, message });
  await wrapWalletError(kit, 'SMART_SESSIONS', endSmartSession(kit, id, options.pci, sign));
}

function accountOf(kit: Latchkit, namespace: ChainNamespace | undefined) {
  if (!kit.store.getState().features.smartSessions) {
    throw createError('REQUEST_FAILED', { details: 'The feature smartSessions is off.' });
  }
  const active = activeConnection(kit, namespace);
  const { network, address, adapter } = active;
  return { ...active, namespace: adapter.namespace, id: `${network.caipNetworkId}:${address}` };
}
