import { createError } from '../../../protocol/errors.js';
import type { AccountReference } from '../ChainAdapter.js';
import type { AccountWallet } from './AccountWallet.js';
import type { AccountOf, WalletSession, WalletSessions } from './createSessions.js';

/** @throws PROVIDER_NOT_FOUND when the wallet is not connected; REQUEST_FAILED when it no longer offers the account. */
export function accountIn<Wallet extends AccountWallet>(
  sessions: WalletSessions<Wallet>,
  { connectorId, address }: AccountReference,
): { readonly session: WalletSession<Wallet>; readonly account: AccountOf<Wallet> } {
  const session = sessions.find(connectorId);
  if (!session) throw createError('PROVIDER_NOT_FOUND', { context: { connectorId } });
  const account = session.accounts.find(one => one.address === address);
  if (!account) throw createError('REQUEST_FAILED', { details: 'The wallet does not offer this account.' });
  return { session, account };
}
