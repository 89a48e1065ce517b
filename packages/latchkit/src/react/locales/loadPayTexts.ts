import type { Locale } from '../../protocol/text.js';
import type { PayTexts } from './Catalogue.js';
import { pay } from './en/pay.js';
import { loadOrEnglish } from './loadOrEnglish.js';

/** Loads the texts of payments in a locale. */
export function loadPayTexts(locale: Locale): Promise<PayTexts> {
  return loadOrEnglish<PayTexts>(locale, pay, {
    de: async () => (await import('./de/pay.js')).pay,
    ar: async () => (await import('./ar/pay.js')).pay,
  });
}
