import * as z from 'zod/mini';
import { compactToken, emailAddress, oneTimeCode, walletLocale, walletUuid } from './walletFields.js';

/** Body of `POST /v1/email/update`: the gateway mails a code to the address that holds now. */
export const emailUpdateBody = z.strictObject({ email: emailAddress, locale: z.optional(walletLocale) });

/** Answer of `POST /v1/email/update`. */
export const emailUpdateAnswer = z.object({
  txn: walletUuid,
  action: z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']),
});

/** Body of `POST /v1/email/primary`. */
export const emailPrimaryBody = z.strictObject({ txn: walletUuid, otp: oneTimeCode });

/** Answer of `POST /v1/email/primary`. */
export const emailPrimaryAnswer = z.object({
  /** The gateway's word for the vault that the holder of the old address asks; 10 minutes. */
  updateReceipt: z.string(),
});

/** Body of the vault's `POST /v1/email/send`: it mails a code to the new address. */
export const vaultEmailSendBody = z.strictObject({
  email: emailAddress,
  updateReceipt: compactToken,
  locale: z.optional(walletLocale),
});

/** Answer of the vault's `POST /v1/email/send`. */
export const vaultEmailSendAnswer = z.object({ retryAfter: z.number() });

/** Body of the vault's `POST /v1/email/verify`. */
export const vaultEmailVerifyBody = z.strictObject({ txn: walletUuid, otp: oneTimeCode });

/** Answer of the vault's `POST /v1/email/verify`. */
export const vaultEmailVerifyAnswer = z.object({ emailGrant: z.string() });

/** Body of `PUT /v1/email/commit`. */
export const emailCommitBody = z.strictObject({ txn: walletUuid, emailGrant: compactToken });

/** Answer of `PUT /v1/email/commit`. */
export const emailCommitAnswer = z.object({
  email: z.string(),
  /** For the vault's `PUT /v1/email/commit`. */
  commitReceipt: z.string(),
});

/** Body of the vault's `PUT /v1/email/commit`. */
export const vaultEmailCommitBody = z.strictObject({ commitReceipt: compactToken });
