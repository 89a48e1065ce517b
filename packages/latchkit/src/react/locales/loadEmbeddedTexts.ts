import type { Locale } from '../../protocol/text.js';
import type { EmbeddedTexts } from './Catalogue.js';
import { embedded } from './en/embedded.js';
import { loadOrEnglish } from './loadOrEnglish.js';

/** Loads the texts of the embedded wallet's views in a locale, without those of the email field. */
export function loadEmbeddedTexts(locale: Locale): Promise<EmbeddedTexts> {
  return loadOrEnglish(locale, embedded, {
    de: async () => (await import('./de/embedded.js')).embedded,
    ar: async () => (await import('./ar/embedded.js')).embedded,
  });
}
