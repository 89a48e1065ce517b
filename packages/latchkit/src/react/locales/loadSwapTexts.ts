import type { Locale } from '../../protocol/text.js';
import type { SwapTexts } from './Catalogue.js';
import { swap } from './en/swap.js';
import { loadOrEnglish } from './loadOrEnglish.js';

/** Loads the texts of swaps in a locale. */
export function loadSwapTexts(locale: Locale): Promise<SwapTexts> {
  return loadOrEnglish(locale, swap, {
    de: async () => (await import('./de/swap.js')).swap,
    ar: async () => (await import('./ar/swap.js')).swap,
  });
}
