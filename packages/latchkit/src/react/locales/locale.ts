/** A language that the modal speaks. */
export type LocaleId = 'en' | 'de' | 'ar';

const RIGHT_TO_LEFT: ReadonlySet<LocaleId> = new Set(['ar']);

/** The locale to speak for a BCP 47 tag: the tag's language where there is a catalogue for it, else English. */
export function matchLocale(tag: string | undefined): LocaleId {
  const language = tag?.trim().toLowerCase().split(/[-_]/)[0];
  return language === 'de' || language === 'ar' ? language : 'en';
}

/** The direction that a locale is written in. */
export function localeDirection(locale: LocaleId): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(locale) ? 'rtl' : 'ltr';
}
