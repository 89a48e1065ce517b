import type { Locale } from '../../protocol/text.js';
import type { EmailEntryTexts } from './Catalogue.js';
import { emailEntry } from './en/emailEntry.js';
import { loadOrEnglish } from './loadOrEnglish.js';

/** Loads the email field's texts in a locale. */
export function loadEmailEntryTexts(locale: Locale): Promise<EmailEntryTexts> {
  return loadOrEnglish<EmailEntryTexts>(locale, emailEntry, {
    de: async () => (await import('./de/emailEntry.js')).emailEntry,
    ar: async () => (await import('./ar/emailEntry.js')).emailEntry,
  });
}
