import {
  doneAnswer,
  emailCommitAnswer,
  emailSendAnswer,
  emailUpdateAnswer,
  emailUpdateVerifyAnswer,
  frameError,
  isError,
  vaultEmailPrepareAnswer,
  vaultEmailVerifyAnswer,
  type WalletLocale,
} from 'latchkit/protocol';
import type { ServiceClient } from '../services/createServiceClient.js';
import type { Session } from './createSession.js';
import { isSameEmail } from './isSameEmail.js';

/** What a change of the address begins with. */
export type EmailUpdateAction = 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP';

/** A change of the signed-in user's address: the vault proves the one of now, the gateway the new one. One at a time. */
export interface EmailUpdate {
  /**
   * Begins; a code goes to the address of now, where there is one. Asked again for the same address it sends the code of the
   * step that it is at once more.
   *
   * @throws REAUTH_REQUIRED a session of more than ten minutes: it takes a new login; REJECTED the address is that of now;
   * NOT_CONNECTED, COOLDOWN, FROZEN, RATE_LIMITED
   */
  start(email: string, locale?: WalletLocale): Promise<EmailUpdateAction>;
  /** Proves the address of now; a code goes to the new one. @throws OTP_INVALID, OTP_EXPIRED, LOCKED, COOLDOWN */
  verifyPrimary(otp: string): Promise<void>;
  /** Proves the new address, and answers it: it holds from now on. @throws OTP_INVALID, OTP_EXPIRED, LOCKED, REJECTED */
  verifySecondary(otp: string): Promise<string>;
  /** Gives up what was begun. */
  leave(): void;
}

/** A change that was begun. What a step brought is kept: a step whose end got lost goes on from there. */
interface Change {
  readonly txn: string;
  readonly email: string;
  /** Has the vault mail the address of now; undefined: there is none, and the vault has no part in it. */
  readonly sendPrimary: (() => Promise<unknown>) | undefined;
  primaryGrant: string | undefined;
  /** Whether a code went to the new address. */
  hasSecondary: boolean;
  /** Whether the code of the new address was right, and what the gateway said then. */
  proved: { readonly secondaryReceipt?: string | undefined } | undefined;
}

/** @param withAccess - As `Session.use`. */
export function createEmailUpdate(
  gateway: ServiceClient,
  vault: ServiceClient,
  withAccess: Session['use'],
): EmailUpdate {
  let change: Change | undefined;
  const current = (): Change => {
    if (!change) throw frameError('OTP_EXPIRED');
    return change;
  };
  const begin = async (email: string, locale: WalletLocale | undefined): Promise<EmailUpdateAction> => {
    change = undefined;
    const body = { email, locale };
    const { txn, action, updateReceipt, currentEmail } = await withAccess(access =>
      gateway.ask('/v1/email/update', emailUpdateAnswer, { body, access }),
    );
    const primary = { updateReceipt, currentEmail, email, locale };
    const begun: Change = {
      ...{ txn, email, primaryGrant: undefined, proved: undefined },
      hasSecondary: action === 'VERIFY_SECONDARY_OTP',
      sendPrimary: updateReceipt
        ? () => vault.ask('/v1/email/send', emailSendAnswer, { body: primary })
        : undefined,
    };
    change = begun;
    await begun.sendPrimary?.();
    return action;
  };
  const sendSecondary = async (asked: Change) => {
    const body = { txn: asked.txn, primaryGrant: asked.primaryGrant };
    await withAccess(access => gateway.ask('/v1/email/send', emailSendAnswer, { body, access }));
    asked.hasSecondary = true;
  };
  const sendAgain = async (asked: Change): Promise<EmailUpdateAction> => {
    if (!asked.hasSecondary && asked.primaryGrant === undefined) {
      await asked.sendPrimary?.();
      return 'VERIFY_PRIMARY_OTP';
    }
    await sendSecondary(asked);
    return 'VERIFY_SECONDARY_OTP';
  };
  return {
    leave() {
      change = undefined;
    },
    async start(email, locale) {
      if (!change || !isSameEmail(change.email, email)) return begin(email, locale);
      try {
        return await sendAgain(change);
      } catch (error) {
        // The same change leads nowhere any more; another one may.
        if (!isError(error, 'OTP_EXPIRED') && !isError(error, 'LOCKED')) throw error;
        return begin(email, locale);
      }
    },
    async verifyPrimary(otp) {
      const asked = current();
      const body = bodyOf(asked, otp);
      asked.primaryGrant ??= (
        await vault.ask('/v1/email/verify', vaultEmailVerifyAnswer, { body })
      ).primaryGrant;
      if (!asked.hasSecondary) await sendSecondary(asked);
    },
    async verifySecondary(otp) {
      const asked = current();
      const body = bodyOf(asked, otp);
      const { txn } = asked;
      asked.proved ??= await withAccess(access =>
        gateway.ask('/v1/email/verify', emailUpdateVerifyAnswer, { body, access }),
      );
      const { secondaryReceipt } = asked.proved;
      const prepared = secondaryReceipt && {
        ...(await vault.ask('/v1/email/prepare', vaultEmailPrepareAnswer, {
          method: 'PUT',
          body: { secondaryReceipt },
        })),
      };
      const { email, commitReceipt } = await withAccess(access =>
        gateway.ask('/v1/email/commit', emailCommitAnswer, {
          method: 'PUT',
          body: { txn, ...prepared },
          access,
        }),
      );
      if (change === asked) change = undefined;
      if (commitReceipt) {
        // The address is changed. What the vault is not told now, it does at the next recovery.
        await vault
          .ask('/v1/email/commit', doneAnswer, { method: 'PUT', body: { commitReceipt } })
          .catch(() => {});
      }
      return email;
    },
  };
}

function bodyOf({ txn }: Change, otp: string): { readonly txn: string; readonly otp: string } {
  if (!/^\d{6}$/.test(otp)) throw frameError('OTP_INVALID');
  return { txn, otp };
}
