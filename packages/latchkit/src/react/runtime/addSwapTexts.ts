import { loadSwapTexts } from '../locales/loadSwapTexts.js';
import type { EmbeddedParts } from './addEmailEntryTexts.js';

/** Adds the texts of swaps. A page without swaps never loads them. */
export async function addSwapTexts({ text }: Pick<EmbeddedParts, 'text'>): Promise<void> {
  text.add(await loadSwapTexts(text.locale));
}
