import { verifyServiceToken } from '../../../platform/keyvault/serviceKeys.js';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { requireStanding } from '../../shared/requireStanding.js';
import type { Session } from '../../shared/Session.js';
import { protectionClaims, TOKEN_KINDS } from '../../shared/serviceTokens.js';
import { walletError } from '../../shared/walletError.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { standingOf } from './requireSettled.js';
import type { Wallet } from './wallets.js';

/**
 * Requires the wallet service's own receipt, which `signProtectionReceipt` gave for a fresh code, for an action with the wallet. Without a
 * passkey, the installation must still have of the wallet what it had then: it may have been revoked since.
 *
 * @throws HttpError 403 `GRANT_INVALID` or `SETTLED_DEVICE_REQUIRED`.
 */
export async function requireReceipt(
  { store, frameUrl, vaultUrl }: WalletParts,
  runner: SqlRunner,
  { jkt, installationId }: Session,
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
  if (claims.standing === 'factor') return;
  const { standing, settlesAt } = await standingOf(store, runner, wallet, installationId);
  requireStanding(action, standing, settlesAt);
}
