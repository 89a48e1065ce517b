/** The languages of the modal, the wallet page and the emails, as BCP 47 tags. */
export const LOCALES = ['en', 'de', 'ar'] as const;

/** One of {@link LOCALES}. */
export type Locale = (typeof LOCALES)[number];

/** Returns the locale of a BCP 47 tag; undefined if its language has no texts. */
export function findLocale(tag: string | undefined): Locale | undefined {
  const language = tag?.trim().toLowerCase().split(/[-_]/)[0];
  return LOCALES.find(locale => locale === language);
}

/** Returns the locale of a BCP 47 tag, or English. */
export function matchLocale(tag: string | undefined): Locale {
  return findLocale(tag) ?? 'en';
}

/** Returns the writing direction of a locale. */
export function localeDirection(locale: Locale): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr';
}

const SLOT = /\{(\w+)\}/g;

/**
 * First strong isolate and its end. They prevent a name in the other direction from reordering the sentence around
 * it.
 */
const ISOLATE = ['\u2068', '\u2069'] as const;

/** Splits a sentence into its text and slots, in order. */
export function sentenceParts(sentence: string): readonly ({ text: string } | { slot: string })[] {
  const parts: ({ text: string } | { slot: string })[] = [];
  let end = 0;
  for (const match of sentence.matchAll(SLOT)) {
    if (match.index > end) parts.push({ text: sentence.slice(end, match.index) });
    parts.push({ slot: match[1] ?? '' });
    end = match.index + match[0].length;
  }
  if (end < sentence.length) parts.push({ text: sentence.slice(end) });
  return parts;
}

/** Fills the slots of a sentence. Set `isolate` for right-to-left sentences. */
export function fillSlots(
  sentence: string,
  slots: Readonly<Record<string, string>>,
  isolate = false,
): string {
  return sentence.replace(SLOT, (whole, name: string) => {
    const value = slots[name];
    if (value === undefined) return whole;
    return isolate ? `${ISOLATE[0]}${value}${ISOLATE[1]}` : value;
  });
}
