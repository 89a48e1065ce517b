import type { ShellTexts, ViewTexts } from './Catalogue.js';
import { shell } from './en/shell.js';
import type { LocaleId } from './locale.js';

/** Loads what a locale's modal says at first; each but English is a chunk of its own. One that cannot be fetched reads in English. */
export async function loadShellTexts(locale: LocaleId): Promise<ShellTexts> {
  try {
    if (locale === 'de') return (await import('./de/shell.js')).shell;
    if (locale === 'ar') return (await import('./ar/shell.js')).shell;
  } catch (error) {
    console.error(`[latchkit] The texts of locale ${locale} could not be loaded.`, error);
  }
  return shell;
}

/** Loads what the other views of a locale's modal say, with the first of them. */
export async function loadViewTexts(locale: LocaleId): Promise<ViewTexts> {
  if (locale === 'de') return (await import('./de/views.js')).views;
  if (locale === 'ar') return (await import('./ar/views.js')).views;
  return (await import('./en/views.js')).views;
}
