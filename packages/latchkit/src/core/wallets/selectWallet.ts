import type { Latchkit } from '../Latchkit.js';
import type { WalletItem } from './WalletItem.js';

/** Tells listeners and analytics that the visitor picked a wallet, before it is connected or offered. */
export function selectWallet(kit: Latchkit, { id, name }: Pick<WalletItem, 'id' | 'name'>): void {
  kit.kernel.emit({ event: 'SELECT_WALLET', walletId: id, name });
}
