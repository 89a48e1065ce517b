import { fillSlots, type WalletLocale, walletLocale } from 'latchkit/protocol';
import { ar } from './locales/ar.js';
import { de } from './locales/de.js';
import { en, type MailTextKey, type MailTexts } from './locales/en.js';

const CATALOGUES: Readonly<Record<WalletLocale, MailTexts>> = { en, de, ar };

/** Values of a text's placeholders. */
export type MailValues = Readonly<Record<string, string>>;

/** Returns a text in a language, with `{name}` replaced by the value of that name. */
export function mailText(locale: WalletLocale, key: MailTextKey, values: MailValues = {}): string {
  return fillSlots(CATALOGUES[locale][key], values);
}

/** Returns a stored or requested language, or English if it has no catalogue. */
export function localeOf(text: string | undefined): WalletLocale {
  return walletLocale.safeParse(text).data ?? 'en';
}
