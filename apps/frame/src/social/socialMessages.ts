import { WALLET_HEADERS, walletUuid } from 'latchkit/protocol';
import * as z from 'zod/mini';

/** The popup's secret for the wallet page that started the login. */
export const socialSecret = z.strictObject({
  lk: z.literal(1),
  type: z.literal('SOCIAL_SECRET'),
  txn: walletUuid,
  /** 32 random bytes as base64url. */
  secret: z.string().check(z.regex(/^[\w-]{43}$/)),
});

/** The popup's secret for the wallet page that started the login. */
export type SocialSecret = z.infer<typeof socialSecret>;

/** The wallet page has stored the secret. */
export const socialSecretKept = z.strictObject({
  lk: z.literal(1),
  type: z.literal('SOCIAL_SECRET_KEPT'),
  txn: walletUuid,
});

/** The wallet page has stored the secret. */
export type SocialSecretKept = z.infer<typeof socialSecretKept>;

/** A popup has the result of its login, which the wallet page asks the wallet service for. */
export const socialEnded = z.strictObject({
  lk: z.literal(1),
  type: z.literal('SOCIAL_ENDED'),
  txn: walletUuid,
});

/** A popup has the result of its login, which the wallet page asks the wallet service for. */
export type SocialEnded = z.infer<typeof socialEnded>;

/** The wallet window asks for the wallet page of a login by full page. */
export const passAsked = z.strictObject({ lk: z.literal(1), type: z.literal('PASS_ASKED'), txn: walletUuid });

/** The wallet window asks for the wallet page of a login by full page. */
export type PassAsked = z.infer<typeof passAsked>;

/** The headers of the call with which the wallet window lets a wallet page redeem its login. */
export const passHeaders = z.strictObject({
  DPoP: z.string(),
  [WALLET_HEADERS.project]: z.string(),
  [WALLET_HEADERS.origin]: z.string(),
});

/** The wallet page answers for its login, with its key. */
export const passProof = z.strictObject({
  lk: z.literal(1),
  type: z.literal('PASS_PROOF'),
  txn: walletUuid,
  headers: passHeaders,
});

/** The wallet page answers for its login, with its key. */
export type PassProof = z.infer<typeof passProof>;
