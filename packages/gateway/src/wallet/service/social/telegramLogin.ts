import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { parseJson } from '../../../platform/http/parseJson.js';
import type { Credentials } from './credentials.js';
import { clientIdOf } from './credentials.js';
import type { SocialIdentity } from './oauthClient.js';
import { pictureOf, subjectOf, textOf } from './readField.js';
import { SocialError } from './SocialError.js';
import type { ProviderSetup } from './SocialProvider.js';

/** Maximum age of a result in seconds, and how far it may be in the future. */
const MAX_AGE = 120;
/** Seconds by which a result may be older than its login, because the clocks differ. */
const MAX_LEAD = 10;

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
  /** Names the result, which is valid once. The same for every text of the same result. */
  readonly hash: string;
  /** When Telegram issued it, in seconds. */
  readonly issuedAt: number;
}

/**
 * A result: fields without line feeds, and with names without '=', so that no two results are signed as the same text. The signature
 * has one spelling only: a decoder of hexadecimal digits takes others, too.
 */
const signedResult = z
  .object({
    hash: z.string().regex(/^[\da-f]{64}$/),
    auth_date: z.union([z.number(), z.string().regex(/^\d{1,12}$/)]).transform(Number),
  })
  .catchall(z.union([z.string().regex(/^[^\n]*$/), z.number()]));
const fieldName = /^[a-z][a-z\d_]*$/;

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
  const result = signedResult.safeParse(data).data;
  const fields = result && fieldsOf(data);
  if (result === undefined || fields === undefined || !isSigned(fields, result.hash, credentials.botToken)) {
    throw new SocialError('PROVIDER_RESPONSE_INVALID', 'The signature of the result is wrong');
  }
  const age = Date.now() / 1_000 - result.auth_date;
  if (!(Math.abs(age) <= MAX_AGE)) {
    throw new SocialError('PROVIDER_CLOCK', `The result is ${Math.round(age)} s old`);
  }
  const { first_name: first, last_name: last, username, id, photo_url: photo } = result;
  const name = [textOf(first), textOf(last)].filter(Boolean).join(' ');
  return {
    hash: result.hash,
    issuedAt: result.auth_date,
    identity: {
      subject: subjectOf(id),
      name: textOf(username) ?? textOf(name),
      picture: pictureOf(photo),
    },
  };
}

/**
 * Refuses a result that is older than the login that it comes to. A result names no login: without this, whoever sees one could start
 * a login for it.
 *
 * @param startedAt - When the login started.
 * @throws SocialError
 */
export function refuseEarlier({ issuedAt }: TelegramResult, startedAt: Date): void {
  const lead = startedAt.getTime() / 1_000 - issuedAt;
  if (lead <= MAX_LEAD) return;
  throw new SocialError('PROVIDER_CLOCK', `The result is ${Math.round(lead)} s older than its login`);
}

function parse(encoded: string): unknown {
  try {
    return parseJson(Buffer.from(encoded, 'base64').toString('utf8'));
  } catch {
    // Without the cause, which quotes the result.
    throw new SocialError('PROVIDER_RESPONSE_INVALID', 'The result is not JSON');
  }
}

type Field = readonly [name: string, value: string | number];

/** The fields that are signed, in alphabetical order; undefined with a name that could be read in two ways. */
function fieldsOf(data: unknown): readonly Field[] | undefined {
  const fields = Object.entries(data as Readonly<Record<string, string | number>>);
  if (!fields.every(([name]) => fieldName.test(name))) return undefined;
  return fields.filter(([name]) => name !== 'hash').sort(([one], [other]) => (one < other ? -1 : 1));
}

function isSigned(fields: readonly Field[], hash: string, botToken: string): boolean {
  const text = fields.map(([name, value]) => `${name}=${value}`).join('\n');
  const key = createHash('sha256').update(botToken).digest();
  const expected = createHmac('sha256', key).update(text).digest();
  return timingSafeEqual(Buffer.from(hash, 'hex'), expected);
}
