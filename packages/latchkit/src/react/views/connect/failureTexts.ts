import type { BaseError } from '../../../core/index.js';
import type { Text } from '../../runtime/createText.js';

/** What happened and what to do about it, by error code. */
export function failureTexts(
  text: Text,
  error: BaseError,
  wallet: string,
  dapp: string | undefined,
): { title: string; detail: string } {
  switch (error.code) {
    case 'CONNECTION_REJECTED':
      return {
        title: text.t('connecting.declinedTitle'),
        detail: dapp
          ? text.t('connecting.declinedText', { wallet, dapp })
          : text.t('connecting.declinedTextPlain', { wallet }),
      };
    case 'PROVIDER_NOT_FOUND':
      return {
        title: text.t('connecting.missingTitle', { wallet }),
        detail: text.t('connecting.missingText', { wallet }),
      };
    case 'CONNECTOR_CHAINS_MISMATCH':
      return {
        title: text.t('pair.mismatchTitle'),
        detail: text.t('pair.mismatchText', { wallet }),
      };
    default:
      return {
        title: text.t('connecting.failedTitle'),
        detail: text.t('connecting.failedText', { wallet }),
      };
  }
}
