import type { BaseError } from '../../../core/index.js';
import type { Text } from '../../modal/createText.js';

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
    case 'LOCKED':
    case 'RATE_LIMITED':
      return text.t('email.tooMany');
    default:
      return text.t('email.unavailable');
  }
}
