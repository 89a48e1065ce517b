/** A language of the modal. */
export type LocaleId = 'en' | 'de' | 'ar';

const RIGHT_TO_LEFT: ReadonlySet<LocaleId> = new Set(['ar']);

/** The locale for a BCP 47 tag: the tag's language if it has a catalogue, else English. */
export function matchLocale(tag: string | undefined): LocaleId {
  const language = tag?.trim().toLowerCase().split(/[-_]/)[0];
  return language === 'de' || language === 'ar' ? language : 'en';
}

/** The writing direction of a locale. */
export function localeDirection(locale: LocaleId): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(locale) ? 'rtl' : 'ltr';
}
