import { fillSlots, type Locale } from 'latchkit/protocol';
import { ar } from './locales/ar.js';
import { de } from './locales/de.js';
import { en, type MailTextKey, type MailTexts } from './locales/en.js';

const CATALOGUES: Readonly<Record<Locale, MailTexts>> = { en, de, ar };

/** Values of a text's placeholders. */
export type MailValues = Readonly<Record<string, string>>;

/** Returns a text in a language, with `{name}` replaced by the value of that name. */
export function mailText(locale: Locale, key: MailTextKey, values: MailValues = {}): string {
  return fillSlots(CATALOGUES[locale][key], values);
}
