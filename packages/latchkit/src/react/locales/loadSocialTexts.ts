import type { Locale } from '../../protocol/text.js';
import type { SocialTexts } from './Catalogue.js';
import { social } from './en/social.js';
import { loadOrEnglish } from './loadOrEnglish.js';

/** Loads the texts of the social login in a locale. */
export function loadSocialTexts(locale: Locale): Promise<SocialTexts> {
  return loadOrEnglish(locale, social, {
    de: async () => (await import('./de/social.js')).social,
    ar: async () => (await import('./ar/social.js')).social,
  });
}
