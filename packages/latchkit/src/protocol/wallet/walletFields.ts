import * as z from 'zod/mini';

/** Text that is there, up to a number of characters. */
export const boundedText = (limit: number) => z.string().check(z.minLength(1), z.maxLength(limit));

/** A UUID in small letters (RFC 9562). */
export const walletUuid = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/));

/** A {@link walletUuid} in a path, which OpenAPI shows with the format `uuid`. */
export const uuidParam = () => z.guid().check(z.refine(text => text === text.toLowerCase()));

/** Response of a call that has nothing to say. */
export const doneAnswer = z.object({});

/** Six digits. A text: codes begin with zeros too [VAL-02]. */
export const oneTimeCode = z.string().check(z.regex(/^\d{6}$/));

/** JWS or JWE in compact form (RFC 7515, RFC 7516). */
export const compactToken = z.string().check(z.maxLength(8_192), z.regex(/^[\w-]+(\.[\w-]*){2,4}$/));

/** Bytes as base64url without padding. */
export const base64urlText = (limit: number) =>
  z.string().check(z.minLength(1), z.maxLength(limit), z.regex(/^[\w-]+$/));

/** RFC 5321: a dot-atom of up to 64 ASCII characters, and a domain of ASCII labels; other alphabets in punycode. */
const ASCII_EMAIL =
  /^(?=.{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{0,58}[a-z\d])$/i;

/**
 * An email address, up to the 254 characters of RFC 5321, in the one form that the wallet's services know: mail servers
 * deliver full-width letters, invisible characters and Unicode domains to the mailbox of the plain ones, which would be one
 * mailbox with several wallets.
 */
export const emailAddress = z.email({ pattern: ASCII_EMAIL }).check(z.maxLength(254));

/** Languages that mails and pages of the wallet are written in. */
export const walletLocale = z.enum(['en', 'de', 'ar']);

/** Languages that mails and pages of the wallet are written in. */
export type WalletLocale = z.infer<typeof walletLocale>;

/** A public key on P-256 (RFC 7517): what an installation signs with, or what halves are sealed to. */
export const p256PublicJwk = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: base64urlText(43).check(z.minLength(43)),
  y: base64urlText(43).check(z.minLength(43)),
});

/** A public key on P-256. */
export type P256PublicJwk = z.infer<typeof p256PublicJwk>;
