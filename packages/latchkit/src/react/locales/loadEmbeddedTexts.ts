import type { EmbeddedTexts } from './Catalogue.js';
import { embedded } from './en/embedded.js';
import type { LocaleId } from './locale.js';

/**
 * Loads the texts of the embedded wallet's views in a locale, without those of the email field. Falls back to English
 * if they can't be fetched.
 */
export async function loadEmbeddedTexts(locale: LocaleId): Promise<EmbeddedTexts> {
  try {
    if (locale === 'de') return (await import('./de/embedded.js')).embedded;
    if (locale === 'ar') return (await import('./ar/embedded.js')).embedded;
  } catch (error) {
    console.error(`[latchkit] The texts of locale ${locale} could not be loaded.`, error);
  }
  return embedded;
}
