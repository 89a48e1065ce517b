import { walletUuid } from 'latchkit/protocol';
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
