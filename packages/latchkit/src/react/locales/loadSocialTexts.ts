import type { SocialTexts } from './Catalogue.js';
import { social } from './en/social.js';
import type { LocaleId } from './locale.js';

/** Loads the texts of the social login in a locale. Falls back to English if they can't be fetched. */
export async function loadSocialTexts(locale: LocaleId): Promise<SocialTexts> {
  try {
    if (locale === 'de') return (await import('./de/social.js')).social;
    if (locale === 'ar') return (await import('./ar/social.js')).social;
  } catch (error) {
    console.error(`[latchkit] The texts of locale ${locale} could not be loaded.`, error);
  }
  return social;
}
