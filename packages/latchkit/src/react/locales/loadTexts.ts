import type { Locale } from '../../protocol/text.js';
import type { ShellTexts, ViewTexts } from './Catalogue.js';
import { shell } from './en/shell.js';
import { loadOrEnglish } from './loadOrEnglish.js';

/** Loads a locale's first texts. Each locale except English is a separate chunk. */
export function loadShellTexts(locale: Locale): Promise<ShellTexts> {
  return loadOrEnglish(locale, shell, {
    de: async () => (await import('./de/shell.js')).shell,
    ar: async () => (await import('./ar/shell.js')).shell,
  });
}

const VIEWS: Readonly<Record<Locale, () => Promise<{ readonly views: ViewTexts }>>> = {
  en: () => import('./en/views.js'),
  de: () => import('./de/views.js'),
  ar: () => import('./ar/views.js'),
};

/** Loads a locale's texts of the other views, with the first of those views. */
export async function loadViewTexts(locale: Locale): Promise<ViewTexts> {
  return (await VIEWS[locale]()).views;
}
