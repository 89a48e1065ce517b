import type { BaseError } from '../../../core/index.js';
import type { Text } from '../../modal/createText.js';

/** Seconds that a changed email address opens no wallet in new browsers. */
const DAY = 86_400;

/** Why no mail was sent, and what to do. A refusal for a time counts down: `useSendProblem`. */
export function sendProblem(text: Text, { code, message }: BaseError): string {
  switch (code) {
    case 'INVALID_EMAIL':
      // English begins with the checker's own words [ERR-81].
      return text.locale === 'en' ? `${message}. ${text.t('email.invalid')}` : text.t('email.invalid');
    case 'ORIGIN_NOT_ALLOWED':
      return text.t('email.unverified');
    case 'FROZEN':
      return text.t('email.frozen');
    case 'REAUTH_REQUIRED':
      return text.t('email.loginAgain');
    case 'REJECTED':
    case 'TIMEOUT':
      return text.t('email.notAgreed');
    case 'WINDOW_BLOCKED':
    case 'SURFACE_UNAVAILABLE':
      return text.t('email.noWindow');
    case 'LOCKED':
    case 'RATE_LIMITED':
      return text.t('email.tooMany');
    default:
      return text.t('email.unavailable');
  }
}

/** Why a code was not taken, and what to do. */
export function codeProblem(
  text: Text,
  { code, context }: BaseError,
  ended: 'email.locked' | 'email.changeEnded',
) {
  switch (code) {
    case 'OTP_INVALID':
      return text.t('email.wrong');
    case 'OTP_EXPIRED':
      return text.t('email.expired');
    case 'LOCKED':
      return text.t(ended);
    case 'RECOVERY_DELAYED':
      return text.t('email.tooNew', { time: timeIn(text, Number(context?.retryAfter ?? DAY)) });
    case 'FROZEN':
      return text.t('email.frozen');
    case 'RATE_LIMITED':
      return text.t('email.tooMany');
    default:
      return text.t('email.checkFailed');
  }
}

/** Day and minute, so many seconds from now. */
function timeIn({ locale }: Text, seconds: number): string {
  const tag = locale === 'en' ? 'en-GB' : locale;
  const time = new Date(Date.now() + seconds * 1_000);
  return new Intl.DateTimeFormat(tag, { weekday: 'long', hour: '2-digit', minute: '2-digit' }).format(time);
}

/** Whether the same code may well be right: it could not be checked. */
export function isUnchecked(error: BaseError | undefined): boolean {
  return error !== undefined && !isEnding(error) && !['OTP_INVALID', 'OTP_EXPIRED'].includes(error.code);
}

/** After which errors a login cannot be gone on with: only a new one leads anywhere. */
const ENDING: readonly string[] = ['DEVICE_DENIED', 'FROZEN', 'LOCKED', 'RECOVERY_DELAYED'];

/** Whether a login or a change has ended with this error. */
export function isEnding(error: BaseError | undefined): boolean {
  return error !== undefined && ENDING.includes(error.code);
}
