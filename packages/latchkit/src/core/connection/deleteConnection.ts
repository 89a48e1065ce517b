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
 * Forgets one wallet: ends its connection where it has one, and takes it out of what is remembered and off the recent
 * wallets. The other connections stay, and so does the modal.
 *
 * @throws MULTI_WALLET_NOT_ENABLED the feature `multiWallet` is off (with the alert [PERM-03]); FAILED_TO_DISCONNECT.
 */
export async function deleteConnection(kit: Latchkit, options: DeleteConnectionOptions): Promise<void> {
  if (!allowsMultiWallet(kit)) throw catalogueError('MULTI_WALLET_NOT_ENABLED');
  const { connectorId, namespace = kit.store.getState().activeNamespace } = options;
  await disconnect(kit, { connectorId, namespace, keepOpen: true });
  remember(kit, namespace, id => id !== connectorId);
  kit.kernel.set({ recentWalletIds: forgetRecent(kit.kernel.storage, connectorId) });
}
