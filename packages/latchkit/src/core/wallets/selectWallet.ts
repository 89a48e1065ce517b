import type { Latchkit } from '../Latchkit.js';
import type { WalletItem } from './WalletItem.js';

/** Emits that the visitor selected a wallet, before it connects or is offered for install. */
export function selectWallet(kit: Latchkit, { id, name }: Pick<WalletItem, 'id' | 'name'>): void {
  kit.kernel.emit({ event: 'SELECT_WALLET', walletId: id, name });
}
