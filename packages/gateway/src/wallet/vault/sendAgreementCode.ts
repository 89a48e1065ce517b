import { type Locale, type LoginProvider, PROVIDER_NAMES } from 'latchkit/protocol';
import { putChangeCode } from '../shared/addressChanges.js';
import { hostOf } from '../shared/hostOf.js';
import { newCode } from '../shared/newCode.js';
import type { Caller } from '../shared/proveCaller.js';
import { walletError } from '../shared/walletError.js';
import { WALLET_TIMES } from '../shared/walletLimits.js';
import type { WalletParts } from '../shared/walletParts.js';
import { addFreezeLink } from './freezeLinks.js';

/** A login that is added or removed with the agreement of an address. */
interface LoginAgreement {
  readonly kind: 'linkCode' | 'removeCode';
  readonly txn: string;
  /** The address whose holder has to agree. */
  readonly to: string;
  readonly provider: LoginProvider;
  readonly locale: Locale;
}

/**
 * Emails the code with which the holder of an address agrees to another login, or to the removal of one.
 *
 * @throws HttpError 403 `SIGN_IN_INVALID`, 503 `MAIL_UNAVAILABLE`.
 */
export async function sendAgreementCode(
  parts: WalletParts,
  { hostOrigin }: Caller,
  { kind, txn, to, provider, locale }: LoginAgreement,
): Promise<{ retryAfter: number }> {
  const code = newCode();
  if (!(await putChangeCode(parts.store, { txn }, code))) throw walletError('SIGN_IN_INVALID');
  const minutes = String(WALLET_TIMES.code / 60_000);
  const values = { host: hostOf(hostOrigin), login: PROVIDER_NAMES[provider], minutes };
  const link = await addFreezeLink(parts, { email: to, locale, subjectId: null });
  await parts.mails.send({ kind, to, locale, values, code, link });
  return { retryAfter: WALLET_TIMES.cooldown / 1_000 };
}
