import { isError } from 'latchkit/protocol';
import type { PortalLocale, PortalTextKey } from '../texts/createPortalTexts.js';
import { clockText } from './clockText.js';

const TEXTS: Readonly<Record<string, PortalTextKey>> = {
  COOLDOWN: 'error.cooldown',
  EXPORT_DELAYED: 'error.exportDelayed',
  MAIL_UNAVAILABLE: 'error.mail',
  PASSWORD_LOCKED: 'error.passwordLocked',
  PEER_UNAVAILABLE: 'error.unreachable',
  DEVICE_DENIED: 'error.denied',
  FROZEN: 'error.frozen',
  INTERNAL: 'error.unreachable',
  KEYRING_FACTOR: 'error.passkey',
  KEYRING_NO_PRF: 'error.passkey',
  KNOWN_DEVICE_REQUIRED: 'error.knownDevice',
  LAST_LOGIN: 'error.lastLogin',
  LOCKED: 'error.locked',
  LOGIN_EXPIRED: 'error.loginExpired',
  LOGIN_REFUSED: 'error.loginRefused',
  LOGIN_TAKEN: 'error.loginTaken',
  OTP_EXPIRED: 'error.codeExpired',
  OTP_INVALID: 'error.codeWrong',
  PASSKEY_INVALID: 'error.passkeyOther',
  PASSED_ELSEWHERE: 'error.elsewhere',
  PROVIDER_CLOCK: 'error.provider',
  PROVIDER_MISCONFIGURED: 'error.provider',
  PROVIDER_RESPONSE_INVALID: 'error.provider',
  PROVIDER_UNAVAILABLE: 'error.provider',
  RATE_LIMITED: 'error.tooMany',
  REAUTH_REQUIRED: 'error.reauth',
  RECOVERY_DELAYED: 'error.delayed',
  REJECTED: 'error.rejected',
  SETTLED_DEVICE_REQUIRED: 'error.settled',
  TIMEOUT: 'error.unreachable',
};

/** What an error means for the user. */
export function errorText(error: unknown, { text }: Pick<PortalLocale, 'text'>): string {
  if (!isError(error)) return text('error.other');
  const { retryAfter, service } = error.context;
  // An error that is never sent to a host page has only its code of the service.
  const code = error.code === 'INTERNAL' && service !== undefined ? String(service) : error.code;
  // Without a time, this device will never be old enough.
  const isNever = code === 'SETTLED_DEVICE_REQUIRED' && retryAfter === undefined;
  const key = isNever ? 'error.unsettled' : (TEXTS[code] ?? 'error.other');
  const seconds = typeof retryAfter === 'number' ? Math.ceil(retryAfter) : 30;
  return text(key, { seconds: String(seconds), time: clockText(seconds * 1_000) });
}
