import type { ChainNamespace } from '../../protocol/caip.js';
import type { AccountSignIn } from '../../protocol/gateway/signIns.js';
import { activeAccount, wrapWalletError } from '../connection/activeConnection.js';
import { whileConnected } from '../connection/whileConnected.js';
import type { Latchkit } from '../Latchkit.js';
import { selectSession } from './signInState.js';

/**
 * The sign-ins of the connected account on its network that the gateway stores, newest first. Requires a visitor who is signed in
 * through the gateway.
 *
 * @throws REQUEST_FAILED if the gateway cannot be reached; the gateway's own code, for example INVALID_TOKEN if the visitor is not
 * signed in; CAIP_NETWORK_OR_ADDRESS_UNDEFINED if nothing is connected.
 *
 * @example
 * const [newest] = await listSignIns(kit);
 */
export async function listSignIns(
  kit: Latchkit,
  options: { readonly namespace?: ChainNamespace } = {},
): Promise<readonly AccountSignIn[]> {
  const { id, adapter } = activeAccount(kit, options.namespace);
  const { loadSignIns } = await import('./loadSignIns.js');
  const token = selectSession(kit.store.getState(), adapter.namespace)?.token;
  return wrapWalletError(kit, 'SIGN_INS', loadSignIns(kit, id, token));
}

/**
 * Ends one of the account's sign-ins; the wallet prompts for a signature.
 *
 * @param options - `pci`: the sign-in's id, from {@link listSignIns}.
 * @throws REQUEST_REJECTED if the visitor refused; the gateway's own code, for example SESSION_NOT_FOUND; and the errors of
 * {@link listSignIns}.
 *
 * @example
 * for (const { pci } of await listSignIns(kit)) await revokeSignIn(kit, { pci });
 */
export async function revokeSignIn(
  kit: Latchkit,
  options: { readonly pci: string; readonly namespace?: ChainNamespace },
): Promise<void> {
  const account = activeAccount(kit, options.namespace);
  const { id, adapter, connectorId, address } = account;
  const { endSignIn } = await import('./loadSignIns.js');
  const sign = (message: string) => adapter.signMessage({ connectorId, address, message });
  await whileConnected(kit, 'SIGN_INS', account, endSignIn(kit, id, options.pci, sign));
}
