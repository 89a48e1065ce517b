import type { Line } from '../decode/Review.js';
import { ar } from './texts/ar.js';
import { de } from './texts/de.js';
import { en, type TextKey, type Texts } from './texts/en.js';

/** The catalogue in the visitor's language. */
export interface Localized {
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly text: (key: TextKey) => string;
  /** A sentence with its slots, each isolated: a name of another direction cannot reorder what stands around it. */
  readonly line: (line: Line) => DocumentFragment;
}

/** All languages are part of the page's own script, whose hash the page names: no text comes from anywhere else. */
const CATALOGUES: Readonly<Record<string, Texts>> = { en, de, ar };

/** The catalogue for the first of several languages, as BCP 47 tags, that there is one for; else English. */
export function createTexts(page: Document, languages: readonly string[]): Localized {
  const locale =
    languages.map(tag => tag.toLowerCase().split('-')[0] ?? '').find(tag => Object.hasOwn(CATALOGUES, tag)) ??
    'en';
  const texts = CATALOGUES[locale] ?? en;
  // Digits stay those of addresses and explorers, whatever the language writes in texts.
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
