import { type WalletLocale, walletLocale } from 'latchkit/protocol';
import { ar } from './locales/ar.js';
import { de } from './locales/de.js';
import { en, type MailTextKey, type MailTexts } from './locales/en.js';

const CATALOGUES: Readonly<Record<WalletLocale, MailTexts>> = { en, de, ar };

/** Values that are filled into a text. */
export type MailValues = Readonly<Record<string, string>>;

/** A text in a language; `{name}` becomes the value of that name. */
export function mailText(locale: WalletLocale, key: MailTextKey, values: MailValues = {}): string {
  return CATALOGUES[locale][key].replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** The direction that a language is written in. */
export function directionOf(locale: WalletLocale): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr';
}

/** A stored or asked-for language; English where there is no catalogue. */
export function localeOf(text: string | undefined): WalletLocale {
  return walletLocale.safeParse(text).data ?? 'en';
}
