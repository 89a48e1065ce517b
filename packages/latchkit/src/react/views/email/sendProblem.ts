import type { BaseError } from '../../../core/index.js';
import type { Text } from '../../runtime/createText.js';

/** Why no email was sent, and what to do. For rate limits with a countdown, see `useSendProblem`. */
export function sendProblem(text: Text, { code, message }: BaseError): string {
  switch (code) {
    case 'INVALID_EMAIL':
      // In English, the message begins with that of the validator.
      return text.locale === 'en' ? `${message}. ${text.t('email.invalid')}` : text.t('email.invalid');
    case 'ORIGIN_NOT_ALLOWED':
      return text.t('email.unverified');
    case 'FROZEN':
      return text.t('email.frozen');
    case 'LOCKED':
    case 'RATE_LIMITED':
      return text.t('email.tooMany');
    default:
      return text.t('email.unavailable');
  }
}
