import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Credentials } from './credentials.js';
import { clientIdOf } from './credentials.js';
import type { SocialIdentity } from './oauthClient.js';
import { objectOf, pictureOf, subjectOf, textOf } from './readField.js';
import { SocialError } from './SocialError.js';
import type { ProviderSetup } from './SocialProvider.js';

/** Maximum age of a result, and difference of the clocks, in seconds. */
const MAX_AGE = 120;

/** Telegram's page for a login. */
export function telegramUrl(
  { provider: { protocol }, credentials, developmentBase }: ProviderSetup,
  returnTo: string,
): string {
  if (protocol.kind !== 'telegram') throw new Error('This provider is not Telegram');
  const url = new URL(`${developmentBase ?? protocol.site}/auth`);
  url.searchParams.set('bot_id', clientIdOf(credentials));
  url.searchParams.set('origin', new URL(returnTo).origin);
  url.searchParams.set('return_to', returnTo);
  return url.href;
}

/** A verified result. */
export interface TelegramResult {
  readonly identity: SocialIdentity;
  /** Names the result, which is valid once. */
  readonly hash: string;
}

/**
 * Verifies the result of Telegram's page, which its bot's token signs.
 *
 * @param encoded - `tgAuthResult`: JSON as base64.
 * @throws SocialError
 */
export function telegramResult(credentials: Credentials, encoded: string): TelegramResult {
  if (!('botToken' in credentials)) {
    throw new SocialError('PROVIDER_MISCONFIGURED', 'The credentials have no bot token');
  }
  const data = parse(encoded);
  if (data === false) throw new SocialError('REFUSED', 'The visitor refused');
  const { hash, ...fields } = objectOf(data);
  if (typeof hash !== 'string' || !isSigned(fields, hash, credentials.botToken)) {
    throw new SocialError('PROVIDER_RESPONSE_INVALID', 'The signature of the result is wrong');
  }
  const age = Date.now() / 1_000 - Number(fields.auth_date);
  if (!(Math.abs(age) <= MAX_AGE)) {
    throw new SocialError('PROVIDER_CLOCK', `The result is ${Math.round(age)} s old`);
  }
  const name = [textOf(fields.first_name), textOf(fields.last_name)].filter(Boolean).join(' ');
  return {
    hash,
    identity: {
      subject: subjectOf(fields.id),
      name: textOf(fields.username) ?? textOf(name),
      picture: pictureOf(fields.photo_url),
    },
  };
}

function parse(encoded: string): unknown {
  try {
    return JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'));
  } catch {
    // Without the cause, which quotes the result.
    throw new SocialError('PROVIDER_RESPONSE_INVALID', 'The result is not JSON');
  }
}

function isSigned(fields: Readonly<Record<string, unknown>>, hash: string, botToken: string): boolean {
  const text = Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('\n');
  const key = createHash('sha256').update(botToken).digest();
  const expected = createHmac('sha256', key).update(text).digest();
  const given = Buffer.from(hash, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
