import type { SocialSignInProvider } from 'latchkit/protocol';
import * as z from 'zod';

const text = z.string().min(1).max(4_000);
const clientSecret = z.strictObject({ clientId: text, clientSecret: text });

const appleKey = z.strictObject({
  clientId: text,
  teamId: text,
  keyId: text,
  /** PKCS #8, as in the file that Apple lets developers download. */
  privateKey: text,
});

/** Telegram's token of a bot: its id, a colon and its secret. */
const botToken = z.strictObject({ botToken: z.string().regex(/^\d{5,20}:[\w-]{10,100}$/) });

/** The credentials of a client at each provider. */
export const CREDENTIALS = {
  apple: appleKey,
  discord: clientSecret,
  facebook: clientSecret,
  github: clientSecret,
  google: clientSecret,
  telegram: botToken,
  x: clientSecret,
} as const satisfies Readonly<Record<SocialSignInProvider, z.ZodType>>;

/** The credentials of a client at a provider. */
export type Credentials = z.infer<(typeof CREDENTIALS)[SocialSignInProvider]>;

/** The client's id, which is public. */
export function clientIdOf(credentials: Credentials): string {
  return 'botToken' in credentials ? (credentials.botToken.split(':')[0] ?? '') : credentials.clientId;
}
