import type { Locale } from '../../protocol/text.js';

/** Loads texts in a locale. Falls back to English, which is already loaded, if they can't be fetched. */
export async function loadOrEnglish<Texts>(
  locale: Locale,
  english: Texts,
  others: Readonly<Record<Exclude<Locale, 'en'>, () => Promise<Texts>>>,
): Promise<Texts> {
  if (locale === 'en') return english;
  try {
    return await others[locale]();
  } catch (error) {
    console.error(`[latchkit] The texts of locale ${locale} could not be loaded.`, error);
    return english;
  }
}
