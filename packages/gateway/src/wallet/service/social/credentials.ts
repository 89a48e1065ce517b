import type { SocialSignInProvider } from 'latchkit/protocol';
import * as z from 'zod';

const NOT_PLAIN = 'must have only ASCII characters, and no colon';

/** An id or a secret. Providers issue only these characters (RFC 6749, appendix A), and a colon ends the id (RFC 7617). */
export const plainText = z
  .string()
  .min(1)
  .max(4_000)
  .regex(/^[ -9;-~]*$/, NOT_PLAIN);

/** Which field has other characters than it may have, for the operator. Contains no value. */
export function oddField({ issues }: z.ZodError): string | undefined {
  const found = issues.find(({ message }) => message === NOT_PLAIN);
  return found && `${found.path.join('.')} ${NOT_PLAIN}`;
}

const clientSecret = z.strictObject({ clientId: plainText, clientSecret: plainText });

const appleKey = z.strictObject({
  clientId: plainText,
  teamId: plainText,
  keyId: plainText,
  /** PKCS #8, as in the file that Apple lets developers download. */
  privateKey: z.string().min(1).max(4_000),
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
