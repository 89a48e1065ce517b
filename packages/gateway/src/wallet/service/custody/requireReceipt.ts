import { verifyServiceToken } from '../../../platform/keyvault/serviceKeys.js';
import type { Session } from '../../shared/Session.js';
import { protectionClaims, TOKEN_KINDS } from '../../shared/serviceTokens.js';
import { walletError } from '../../shared/walletError.js';
import type { WalletParts } from '../../shared/walletParts.js';
import type { Wallet } from './wallets.js';

/**
 * Requires the wallet service's own receipt, which `signProtectionReceipt` gave for a fresh code, for an action with the wallet.
 *
 * @throws HttpError 403 `GRANT_INVALID`.
 */
export async function requireReceipt(
  { store, frameUrl, vaultUrl }: WalletParts,
  { jkt }: Session,
  wallet: Wallet,
  action: 'rekey' | 'move' | 'protection',
  receipt: string | undefined,
): Promise<void> {
  const expected = { typ: TOKEN_KINDS.protectionReceipt, issuer: frameUrl, audience: vaultUrl };
  const claims =
    receipt === undefined
      ? undefined
      : await verifyServiceToken(store.keys.find, receipt, expected, protectionClaims);
  const isMeant = claims?.action === action && claims.jkt === jkt && claims.walletId === wallet.id;
  if (!isMeant) throw walletError('GRANT_INVALID');
}
