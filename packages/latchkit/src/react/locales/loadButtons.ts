import type { Locale } from '../../protocol/text.js';
import { buttonsEn } from './en/buttons.js';
import type { Translation } from './en/Translation.js';

/** The host buttons' texts in one locale. */
export type ButtonTexts = Translation<typeof buttonsEn>;

/** Loads the host buttons' texts in a locale. Each locale except English is a separate chunk. */
export async function loadButtons(locale: Locale): Promise<ButtonTexts> {
  if (locale === 'de') return (await import('./de/buttons.js')).buttonsDe;
  if (locale === 'ar') return (await import('./ar/buttons.js')).buttonsAr;
  return buttonsEn;
}
