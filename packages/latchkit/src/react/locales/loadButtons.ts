import { buttonsEn } from './buttons.en.js';
import type { LocaleId } from './locale.js';

/** The buttons' texts of a locale. */
export type ButtonTexts = { readonly [K in keyof typeof buttonsEn]: string };

/** Loads the buttons' texts of a locale; each but English is a chunk of its own. */
export async function loadButtons(locale: LocaleId): Promise<ButtonTexts> {
  if (locale === 'de') return (await import('./buttons.de.js')).buttonsDe;
  if (locale === 'ar') return (await import('./buttons.ar.js')).buttonsAr;
  return buttonsEn;
}
