import * as z from 'zod/mini';
import { LOCALES } from '../text.js';

/** A non-empty text with a maximum length. */
export const boundedText = (limit: number) => z.string().check(z.minLength(1), z.maxLength(limit));

/** A lower-case UUID (RFC 9562). */
export const walletUuid = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/));

/** A {@link walletUuid} in a path, which OpenAPI documents with the format `uuid`. */
export const uuidParam = () => z.guid().check(z.refine(text => text === text.toLowerCase()));

/** Empty response body. */
export const doneAnswer = z.object({});

/** Six digits. A string, because codes can start with zeros. */
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
 * An email address of up to 254 characters (RFC 5321), in ASCII only: mail servers deliver full-width letters, invisible
 * characters and Unicode domains to the mailbox of the plain address, so one mailbox could get several wallets.
 */
export const emailAddress = z.email({ pattern: ASCII_EMAIL }).check(z.maxLength(254));

/** Languages of the wallet's emails and pages. */
export const localeField = z.enum(LOCALES);

/**
 * A public key on P-256 (RFC 7517): an installation's signing key, or a key that shares are encrypted to. Stored and wire names
 * call shares `halves`.
 */
export const p256PublicJwk = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: base64urlText(43).check(z.minLength(43)),
  y: base64urlText(43).check(z.minLength(43)),
});

/** A public key on P-256. */
export type P256PublicJwk = z.infer<typeof p256PublicJwk>;

/** A half that is encrypted with the key of a passkey or a password: 12 bytes of nonce, 32 of ciphertext, 16 of tag; base64url. */
export const wrappedHalf = base64urlText(80).check(z.minLength(80));

/** What the recovery set of a wallet needs besides a login. */
export const recoveryMode = z.enum(['automatic', 'passkey', 'password']);

/** What the recovery set of a wallet needs besides a login. */
export type RecoveryMode = z.infer<typeof recoveryMode>;
