import type { Catalogue } from './Catalogue.js';
import { en } from './en.js';
import type { LocaleId } from './locale.js';

/** Loads a locale's texts; each but English is a chunk of its own. One that cannot be fetched reads in English. */
export async function loadCatalogue(locale: LocaleId): Promise<Catalogue> {
  try {
    if (locale === 'de') return (await import('./de.js')).de;
    if (locale === 'ar') return (await import('./ar.js')).ar;
  } catch (error) {
    console.error(`[latchkit] The texts of locale ${locale} could not be loaded.`, error);
  }
  return en;
}
