import type { BaseError } from '../../../core/index.js';
import type { Text } from '../../runtime/createText.js';

/** Why sending failed; it also confirms that nothing was sent. */
export function sendFailure(
  text: Text,
  error: BaseError | undefined,
  wallet: string,
): { readonly title: string; readonly text: string } {
  if (error?.code === 'REQUEST_REJECTED') {
    return { title: text.t('send.declinedTitle'), text: text.t('send.declined', { wallet }) };
  }
  return { title: text.t('send.failedTitle'), text: text.t('send.failed', { wallet }) };
}
