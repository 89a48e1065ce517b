import { loadPayTexts } from '../locales/loadPayTexts.js';
import type { EmbeddedParts } from './addEmailEntryTexts.js';

/** Adds the texts of payments. A page that asks for none never loads them. */
export async function addPayTexts({ text }: EmbeddedParts): Promise<void> {
  text.add(await loadPayTexts(text.locale));
}
