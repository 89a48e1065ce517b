import * as z from 'zod/mini';
import { walletAccount } from './custody.js';
import {
  boundedText,
  compactToken,
  emailAddress,
  oneTimeCode,
  walletLocale,
  walletUuid,
} from './walletFields.js';

/** Body of `POST /v1/auth/email/start`. */
export const emailStartBody = z.strictObject({
  email: emailAddress,
  /** Language of the mails. Default: en. */
  locale: z.optional(walletLocale),
  /**
   * `recover` asks for the approval link even on an installation that is known: what needs the vault (a rekey) needs its
   * grant. Default: sign-in.
   */
  purpose: z.optional(z.enum(['sign-in', 'recover'])),
  /**
   * The solved puzzle of an answer `WORK`: `solution` is a number for which SHA-256 of `challenge:solution` begins with as
   * many zero bits as were asked for. Good once, within five minutes.
   */
  work: z.optional(z.strictObject({ challenge: boundedText(200), solution: z.int().check(z.nonnegative()) })),
});

const begunSignIn = z.object({
  /** The sign-in, good for 30 minutes and for this installation, project and host only. */
  txn: walletUuid,
  /**
   * `VERIFY_DEVICE`: ask the vault for an approval. `VERIFY_OTP`: a code is on its way. `CONNECT`: the session that the
   * call named is of this address and page; nothing is left to do.
   */
  action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']),
  /** With `VERIFY_DEVICE`: the gateway's word for the vault, without which the vault mails nobody. */
  startToken: z.optional(compactToken),
  /** Seconds until the address may be asked for again. */
  retryAfter: z.number(),
});

/** Answer of `POST /v1/auth/email/start`. */
export const emailStartAnswer = z.discriminatedUnion('action', [
  begunSignIn,
  z.object({
    /** Nothing was begun or sent: ask again with this puzzle solved. Only installations new to the address are asked. */
    action: z.literal('WORK'),
    challenge: z.string(),
    /** How many zero bits the hash must begin with. */
    bits: z.int(),
  }),
]);

/** Body of `POST /v1/auth/email/otp`: sends the code, or another one. */
export const emailOtpBody = z.strictObject({
  txn: walletUuid,
  /** The vault's grant, where the sign-in began with `VERIFY_DEVICE`. Not needed again for another code. */
  approvalGrant: z.optional(compactToken),
});

/** Answer of `POST /v1/auth/email/otp`. */
export const emailOtpAnswer = z.object({ retryAfter: z.number() });

/** Body of `POST /v1/auth/email/verify`. */
export const emailVerifyBody = z.strictObject({ txn: walletUuid, otp: oneTimeCode });

/** A session's tokens. Both are good with the installation's key only. */
export const walletSession = z.object({
  /** JWT for `Authorization: DPoP`, ten minutes. */
  access: z.string(),
  /** Seconds that it lives. */
  expiresIn: z.number(),
  /** Good once. Used again it ends the session. */
  refresh: z.string(),
  /** Id of the session: a hint that authenticates nothing. */
  sid: walletUuid,
});

/** A session's tokens. */
export type WalletSession = z.infer<typeof walletSession>;

/** Who is signed in. */
export const walletUser = z.object({
  id: walletUuid,
  email: z.string(),
  /** The wallet once it is committed; null: make one, or recover the one that another device has just made. */
  wallet: z.nullable(walletAccount),
  /** Whether this installation holds a set: its door opens without the vault. */
  isEnrolled: z.boolean(),
  /** Whether a link of a mail has frozen the wallet: nothing is signed meanwhile. */
  isFrozen: z.boolean(),
});

/** Who is signed in. */
export type WalletUser = z.infer<typeof walletUser>;

/** Answer of `POST /v1/auth/email/verify`. */
export const emailVerifyAnswer = z.object({
  session: walletSession,
  user: walletUser,
  /** The gateway's word for the vault that this sign-in was verified; five minutes. */
  authReceipt: z.string(),
  /** The vault's grant, where a new installation needed no link. */
  approvalGrant: z.optional(z.string()),
});

/** Body of `POST /v1/token/refresh`. */
export const tokenRefreshBody = z.strictObject({
  refresh: boundedText(200),
  /** Made up and kept before the exchange is asked for: whoever does not get its answer asks for the same one again. */
  exchange: walletUuid,
});

/** Answer of `POST /v1/token/refresh`. */
export const tokenRefreshAnswer = z.object({ session: walletSession });

/** Answer of `GET /v1/session`. */
export const sessionAnswer = z.object({ user: walletUser });
