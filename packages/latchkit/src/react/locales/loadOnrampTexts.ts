import type { Locale } from '../../protocol/text.js';
import type { OnrampTexts } from './Catalogue.js';
import { onramp } from './en/onramp.js';
import { loadOrEnglish } from './loadOrEnglish.js';

/** Loads the texts of buying in a locale. */
export function loadOnrampTexts(locale: Locale): Promise<OnrampTexts> {
  return loadOrEnglish<OnrampTexts>(locale, onramp, {
    de: async () => (await import('./de/onramp.js')).onramp,
    ar: async () => (await import('./ar/onramp.js')).onramp,
  });
}
