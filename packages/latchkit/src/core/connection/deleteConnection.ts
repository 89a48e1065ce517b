import type { ChainNamespace } from '../../protocol/caip.js';
import { catalogueError } from '../../protocol/errors.js';
import type { Latchkit } from '../Latchkit.js';
import { forgetRecent } from '../wallets/recentWallets.js';
import { allowsMultiWallet } from './allowsMultiWallet.js';
import { disconnect } from './disconnect.js';
import { remember } from './settleConnection.js';

/** Which wallet to forget. */
export interface DeleteConnectionOptions {
  readonly connectorId: string;
  /** Default: the active namespace. */
  readonly namespace?: ChainNamespace;
}

/**
 * Forgets one wallet: ends its connection if it has one, and removes its stored records and its place among the recent wallets.
 * Other connections stay, and so does the modal.
 *
 * @throws MULTI_WALLET_NOT_ENABLED if the feature `multiWallet` is off (also raises an alert); FAILED_TO_DISCONNECT.
 */
export async function deleteConnection(kit: Latchkit, options: DeleteConnectionOptions): Promise<void> {
  if (!allowsMultiWallet(kit)) throw catalogueError('MULTI_WALLET_NOT_ENABLED');
  const { connectorId, namespace = kit.store.getState().activeNamespace } = options;
  await disconnect(kit, { connectorId, namespace, keepOpen: true });
  remember(kit, namespace, id => id !== connectorId);
  kit.kernel.set({ recentWalletIds: forgetRecent(kit.kernel.storage, connectorId) });
}
