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
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly text: (key: TextKey) => string;
  /** Formats a line. Each slot is isolated, so a name of another direction can't reorder the text around it. */
  readonly line: (line: Line) => DocumentFragment;
}

/** All languages are part of the page's script, whose hash the page names, so no text is loaded from elsewhere. */
const CATALOGUES: Readonly<Record<string, Texts>> = { en, de, ar };

/** Selects the catalogue of the first supported language (BCP 47 tags), else English. */
export function createTexts(page: Document, languages: readonly string[]): Localized {
  const locale =
    languages.map(tag => tag.toLowerCase().split('-')[0] ?? '').find(tag => Object.hasOwn(CATALOGUES, tag)) ??
    'en';
  const texts = CATALOGUES[locale] ?? en;
  // Latin digits in every language, as in addresses and explorers.
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 36, numberingSystem: 'latn' });
  return {
    locale,
    direction: locale === 'ar' ? 'rtl' : 'ltr',
    text: key => texts[key],
    line({ text, slots = {} }) {
      const fragment = page.createDocumentFragment();
      for (const part of texts[text].split(/(\{\w+\})/)) {
        const slot = /^\{\w+\}$/.test(part) ? slots[part.slice(1, -1)] : undefined;
        if (slot === undefined) fragment.append(part);
        else {
          const isolated = page.createElement('bdi');
          isolated.textContent = typeof slot === 'string' ? slot : numbers.format(slot.number as `${number}`);
          fragment.append(isolated);
        }
      }
      return fragment;
    },
  };
}
