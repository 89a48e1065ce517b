import type { ShellTexts, ViewTexts } from './Catalogue.js';
import { shell } from './en/shell.js';
import type { LocaleId } from './locale.js';

/**
 * Loads a locale's first texts. Each locale except English is a separate chunk. Falls back to English if it can't be
 * fetched.
 */
export async function loadShellTexts(locale: LocaleId): Promise<ShellTexts> {
  try {
    if (locale === 'de') return (await import('./de/shell.js')).shell;
    if (locale === 'ar') return (await import('./ar/shell.js')).shell;
  } catch (error) {
    console.error(`[latchkit] The texts of locale ${locale} could not be loaded.`, error);
  }
  return shell;
}

/** Loads a locale's texts of the other views, with the first of those views. */
export async function loadViewTexts(locale: LocaleId): Promise<ViewTexts> {
  if (locale === 'de') return (await import('./de/views.js')).views;
  if (locale === 'ar') return (await import('./ar/views.js')).views;
  return (await import('./en/views.js')).views;
}
