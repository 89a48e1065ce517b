import type { BaseError } from '../../../core/index.js';
import type { Text } from '../../runtime/createText.js';
import { sendProblem } from './sendProblem.js';

/** Why a change of the address did not start, and what to do. */
export function changeProblem(text: Text, error: BaseError): string {
  switch (error.code) {
    case 'REAUTH_REQUIRED':
      return text.t('email.loginAgain');
    case 'REJECTED':
    case 'TIMEOUT':
      return text.t('email.notAgreed');
    case 'WINDOW_BLOCKED':
    case 'SURFACE_UNAVAILABLE':
      return text.t('email.noWindow');
    default:
      return sendProblem(text, error);
  }
}
