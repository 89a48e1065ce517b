import { SocialError } from './SocialError.js';

/** An object in a provider's response, or an empty one. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** A text of up to 200 characters, or undefined. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? [...value].slice(0, 200).join('') : undefined;
}

/** A picture's URL. Undefined unless it is https. */
export function pictureOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 2_048 || !URL.canParse(value)) return undefined;
  return new URL(value).protocol === 'https:' ? value : undefined;
}

/** The user's id: a text, or a number as GitHub has it. @throws SocialError */
export function subjectOf(value: unknown): string {
  const subject = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof subject === 'string' && /^[\x21-\x7e]{1,255}$/.test(subject)) return subject;
  throw new SocialError('PROVIDER_RESPONSE_INVALID', 'The response contains no id of the user');
}

/** An address that the provider has verified. */
export function verifiedEmail(email: unknown, isVerified: unknown): string | undefined {
  // Apple sends the flag as a string.
  return isVerified === true || isVerified === 'true' ? textOf(email) : undefined;
}
