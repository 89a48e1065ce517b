import type { EmailEntryTexts } from './Catalogue.js';
import { emailEntry } from './en/emailEntry.js';
import type { LocaleId } from './locale.js';

/** Loads the email field's texts in a locale. Falls back to English if they can't be fetched. */
export async function loadEmailEntryTexts(locale: LocaleId): Promise<EmailEntryTexts> {
  try {
    if (locale === 'de') return (await import('./de/emailEntry.js')).emailEntry;
    if (locale === 'ar') return (await import('./ar/emailEntry.js')).emailEntry;
  } catch (error) {
    console.error(`[latchkit] The texts of locale ${locale} could not be loaded.`, error);
  }
  return emailEntry;
}
