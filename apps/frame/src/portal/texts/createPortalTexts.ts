import { fillSlots, findLocale, type Locale, localeDirection } from 'latchkit/protocol';
import type { LoginTextKey, LoginTexts } from './login/en.js';
import type { PageTextKey, PageTexts } from './pages/en.js';

/** A key of the portal's texts. */
export type PortalTextKey = LoginTextKey | PageTextKey;

/** The catalogue in the user's language, and its formats. */
export interface PortalLocale {
  readonly locale: Locale;
  readonly direction: 'ltr' | 'rtl';
  readonly text: (key: PortalTextKey, slots?: Readonly<Record<string, string>>) => string;
  /** A point in time: the day and the time. */
  readonly moment: (at: string | number | Date) => string;
  readonly time: (at: string | number | Date) => string;
  readonly day: (at: string | number | Date) => string;
  /** A number of hours, minutes or seconds in words. */
  readonly count: (value: number, unit: 'hour' | 'minute' | 'second') => string;
  /** How long ago, in the largest unit that fits. */
  readonly ago: (at: string) => string;
  /** Loads the texts of a logged-in user's pages; until then they are empty. */
  readonly loadPages: () => Promise<void>;
}

/** Each language is a file of its own, and so are the texts that a visitor who isn't logged in doesn't need. */
const LOGIN: Readonly<Record<Locale, () => Promise<LoginTexts>>> = {
  en: async () => (await import('./login/en.js')).en,
  de: async () => (await import('./login/de.js')).de,
  ar: async () => (await import('./login/ar.js')).ar,
};
const PAGES: Readonly<Record<Locale, () => Promise<PageTexts>>> = {
  en: async () => (await import('./pages/en.js')).en,
  de: async () => (await import('./pages/de.js')).de,
  ar: async () => (await import('./pages/ar.js')).ar,
};

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Loads the catalogue of the first supported language (BCP 47 tags), else English. */
export async function createPortalTexts(languages: readonly string[]): Promise<PortalLocale> {
  const locale = languages.flatMap(tag => findLocale(tag) ?? [])[0] ?? 'en';
  let texts: LoginTexts & Partial<PageTexts> = await LOGIN[locale]();
  const direction = localeDirection(locale);
  // Latin digits in every language, as in addresses and codes.
  const tag = `${locale}-u-nu-latn`;
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(tag, options);
    return (at: string | number | Date) => formatter.format(new Date(at));
  };
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  return {
    locale,
    direction,
    text: (key, slots = {}) => fillSlots(texts[key] ?? '', slots, direction === 'rtl'),
    async loadPages() {
      texts = { ...texts, ...(await PAGES[locale]()) };
    },
    moment: format({ dateStyle: 'medium', timeStyle: 'short' }),
    time: format({ timeStyle: 'short' }),
    day: format({ dateStyle: 'long' }),
    count: (value, unit) =>
      new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(value),
    ago(at) {
      const passed = Date.now() - new Date(at).getTime();
      const [unit, length] = UNITS.find(([, milliseconds]) => passed >= milliseconds) ?? ['minute', 60_000];
      return relative.format(-Math.floor(passed / length), unit);
    },
  };
}
