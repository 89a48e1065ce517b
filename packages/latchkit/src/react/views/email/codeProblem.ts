import type { BaseError } from '../../../core/index.js';
import type { Text } from '../../runtime/createText.js';
import { timeIn } from '../../runtime/timeAt.js';
import { whyFailed } from '../../runtime/useOffline.js';
import { isLongLimit } from './isLongLimit.js';
import { isEnding } from './loginErrors.js';

/** Seconds during which a changed email address can't open the wallet in new browsers. */
const DAY = 86_400;

/** Seconds in which five wrong passwords are possible. */
const HOUR = 3_600;

/** Why a code was rejected, and what to do. */
export function codeProblem(text: Text, error: BaseError, ended: 'email.locked' | 'email.changeEnded') {
  const { code, context } = error;
  // A change of the address opens no wallet in a new browser.
  if (ended === 'email.locked' && isLongLimit(error))
    return text.t('email.tooManyNew', { time: timeIn(text, Number(context.retryAfter)) });
  switch (code) {
    case 'OTP_INVALID':
      return text.t('email.wrong');
    case 'OTP_EXPIRED':
      return text.t('email.expired');
    case 'LOCKED':
      return text.t(ended);
    case 'RECOVERY_DELAYED':
      return text.t('email.tooNew', { time: timeIn(text, Number(context?.retryAfter ?? DAY)) });
    case 'PASSWORD_LOCKED':
      return text.t('email.passwordLocked', { time: timeIn(text, Number(context?.retryAfter ?? HOUR)) });
    case 'FROZEN':
      return text.t('email.frozen');
    case 'RATE_LIMITED':
      return text.t('email.tooMany');
    default:
      return text.t(whyFailed('email.checkFailed'));
  }
}

/** Whether the code may still be correct, because it could not be checked. */
export function isUnchecked(error: BaseError | undefined): boolean {
  return error !== undefined && !isEnding(error) && !['OTP_INVALID', 'OTP_EXPIRED'].includes(error.code);
}
