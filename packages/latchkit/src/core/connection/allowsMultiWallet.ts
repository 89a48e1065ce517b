import { raiseAlert } from '../kernel/alerts.js';
import type { Latchkit } from '../Latchkit.js';

/** Whether several wallets may be connected; if not, raises the alert 'Multi-Wallet Not Enabled'. */
export function allowsMultiWallet(kit: Latchkit): boolean {
  const allowed = kit.store.getState().features.multiWallet;
  if (!allowed) raiseAlert(kit, 'MULTI_WALLET_NOT_ENABLED');
  return allowed;
}
