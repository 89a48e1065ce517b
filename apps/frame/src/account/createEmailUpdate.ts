import { type EmailConsentClaims, frameError, isError, type Locale } from 'latchkit/protocol';
import type { ServiceClient } from '../services/createServiceClient.js';
import { isSameEmail } from './createEmailSignIn.js';
import type { LoginProof } from './createLoginProof.js';
import type { Session } from './createSession.js';
import { createUpdateCalls, type EmailChange } from './createUpdateCalls.js';
import type { ProvePasskey } from './startWithPasskey.js';

/** The first step of an email change. */
export type EmailUpdateAction = 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP';

/** The email change that the user is asked to agree to. */
export type EmailChangeRequest = Pick<EmailConsentClaims, 'txn' | 'from' | 'to' | 'login'>;

/** Requests the user's consent in the wallet window; resolves to the consent signed by this installation. */
export type Agree = (move: EmailChangeRequest) => Promise<string>;

/** Email change for the signed-in user: the vault verifies the current address, the wallet service the new one. One at a time. */
export interface EmailUpdate {
  /**
   * Starts a change. After the user's consent, a code is sent to the current address. The first address of a social login is added
   * instead, and the code is sent to it. Called again for the same address, it resends the code of the current step.
   *
   * @param agree - Requests the user's consent and returns it signed.
   * @param prove - See `startWithPasskey`.
   * @throws the errors of `agree`; REAUTH_REQUIRED the session is older than ten minutes, or this page has no recent social login: log in again; SETTLED_DEVICE_REQUIRED; REJECTED the address is
   * already the current one; NOT_CONNECTED, COOLDOWN, FROZEN, RATE_LIMITED
   */
  start(email: string, agree: Agree, locale?: Locale, prove?: ProvePasskey): Promise<EmailUpdateAction>;
  /** Verifies the current address; a code is then sent to the new one. @throws OTP_INVALID, OTP_EXPIRED, LOCKED, COOLDOWN */
  verifyPrimary(otp: string): Promise<void>;
  /** Verifies the new address, which is active from then on, and returns it. @throws OTP_INVALID, OTP_EXPIRED, LOCKED, REJECTED */
  verifySecondary(otp: string): Promise<string>;
  /** Abandons the change in progress. */
  leave(): void;
}

/** @param withAccess - See `Session.use`. */
export function createEmailUpdate(
  walletService: ServiceClient,
  vault: ServiceClient,
  withAccess: Session['use'],
  loginProof: Pick<LoginProof, 'prove'>,
): EmailUpdate {
  const calls = createUpdateCalls(walletService, vault, withAccess, loginProof);
  let change: EmailChange | undefined;
  const current = (): EmailChange => {
    if (!change) throw frameError('OTP_EXPIRED');
    return change;
  };
  const begin = async (...asked: Parameters<EmailUpdate['start']>) => {
    change = undefined;
    const begun = await calls.begin(...asked);
    change = begun;
    await (begun.sendPrimary ?? (() => calls.sendSecondary(begun)))();
    return begun.hasSecondary ? ('VERIFY_SECONDARY_OTP' as const) : ('VERIFY_PRIMARY_OTP' as const);
  };
  const resendEmail = async (asked: EmailChange): Promise<EmailUpdateAction> => {
    if (!asked.hasSecondary && asked.primaryGrant === undefined) {
      await asked.sendPrimary?.();
      return 'VERIFY_PRIMARY_OTP';
    }
    await calls.sendSecondary(asked);
    return 'VERIFY_SECONDARY_OTP';
  };
  return {
    leave() {
      change = undefined;
    },
    async start(email, agree, locale, prove) {
      if (!change || !isSameEmail(change.email, email)) return begin(email, agree, locale, prove);
      try {
        return await resendEmail(change);
      } catch (error) {
        // The same change leads nowhere any more; another one may.
        if (!isError(error, 'OTP_EXPIRED') && !isError(error, 'LOCKED')) throw error;
        return begin(email, agree, locale, prove);
      }
    },
    async verifyPrimary(otp) {
      const asked = current();
      await calls.provePrimary(asked, otp);
      if (!asked.hasSecondary) await calls.sendSecondary(asked);
    },
    async verifySecondary(otp) {
      const asked = current();
      await calls.proveSecondary(asked, otp);
      const email = await calls.commit(asked);
      if (change === asked) change = undefined;
      return email;
    },
  };
}
