import { findLocale, type Locale, localeDirection, sentenceParts } from 'latchkit/protocol';
import { ar } from './ar.js';
import { de } from './de.js';
import { en, type TextKey, type Texts } from './en.js';

/** A slot's value: text to show as it is, or a decimal number to format for the user's locale. */
export type Slot = string | { readonly number: string };

/** A text of the catalogue with the values of its slots. */
export interface Line {
  readonly text: TextKey;
  readonly slots?: Readonly<Record<string, Slot>>;
}

/** The catalogue in the user's language. */
export interface Localized {
  readonly locale: Locale;
  readonly direction: 'ltr' | 'rtl';
  readonly text: (key: TextKey) => string;
  /** Formats a line. Each slot is isolated, so a name of another direction can't reorder the text around it. */
  readonly line: (line: Line) => DocumentFragment;
}

/** All languages are part of the page's script, whose hash the page names, so no text is loaded from elsewhere. */
const CATALOGUES: Readonly<Record<Locale, Texts>> = { en, de, ar };

/** Selects the catalogue of the first supported language (BCP 47 tags), else English. */
export function createTexts(page: Document, languages: readonly string[]): Localized {
  const locale = languages.flatMap(tag => findLocale(tag) ?? [])[0] ?? 'en';
  const texts = CATALOGUES[locale];
  // Latin digits in every language, as in addresses and explorers.
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 36, numberingSystem: 'latn' });
  return {
    locale,
    direction: localeDirection(locale),
    text: key => texts[key],
    line({ text, slots = {} }) {
      const fragment = page.createDocumentFragment();
      for (const part of sentenceParts(texts[text])) {
        const value = 'slot' in part ? slots[part.slot] : undefined;
        if (value === undefined) fragment.append('text' in part ? part.text : `{${part.slot}}`);
        else {
          const isolated = page.createElement('bdi');
          isolated.textContent =
            typeof value === 'string' ? value : numbers.format(value.number as `${number}`);
          fragment.append(isolated);
        }
      }
      return fragment;
    },
  };
}
