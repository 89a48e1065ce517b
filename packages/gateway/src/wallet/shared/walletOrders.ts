import * as z from 'zod';
import { verifyServiceToken } from '../../platform/keyvault/serviceKeys.js';
import { uuidv7 } from '../../platform/uuidv7.js';
import { standing } from './requireStanding.js';
import { inSeconds, TOKEN_KINDS } from './serviceTokens.js';
import { walletError } from './walletError.js';
import { WALLET_TIMES } from './walletLimits.js';
import type { WalletParts } from './walletParts.js';

const orderClaims = z.object({
  jti: z.uuid(),
  /** What the vault is asked for. A token for one order is never accepted for another. */
  order: z.enum(['freeze', 'unfreeze', 'pause-freeze', 'delete', 'remove', 'notice', 'activity', 'summary']),
  walletId: z.uuid(),
  /** End of a freeze or of its pause, in seconds since 1970. */
  until: z.number().optional(),
  /** With a notice: hash of the address that the wallet service has told itself. */
  idh: z.string().optional(),
  /** With a deletion, and the end or pause of a freeze: what the user had of the wallet who asked for it. */
  standing: standing.optional(),
  /** With a deletion: when it was asked for, in seconds since 1970. */
  askedAt: z.number().optional(),
});

/** The claims of the wallet service's request about a wallet, for the vault. */
export type WalletOrder = z.infer<typeof orderClaims>;

/** Signs a request of the wallet service about a wallet. */
export function signOrder(
  { store, frameUrl, vaultUrl }: WalletParts,
  order: Omit<WalletOrder, 'jti'>,
  jti: string = uuidv7(),
): Promise<string> {
  const now = inSeconds(Date.now());
  return store.keys.sign(TOKEN_KINDS.walletOrder, {
    ...order,
    jti,
    iss: frameUrl,
    aud: vaultUrl,
    iat: now,
    exp: now + inSeconds(WALLET_TIMES.peerWord),
  });
}

/**
 * Verifies the wallet service's request about a wallet.
 *
 * @throws HttpError 403 `GRANT_INVALID`.
 */
export async function readOrder(
  { peerKey, frameUrl, vaultUrl }: WalletParts,
  order: WalletOrder['order'],
  token: string,
): Promise<WalletOrder> {
  const expected = { typ: TOKEN_KINDS.walletOrder, issuer: frameUrl, audience: vaultUrl };
  const claims = await verifyServiceToken(peerKey, token, expected, orderClaims);
  if (claims?.order !== order) throw walletError('GRANT_INVALID');
  return claims;
}
