import { loadOnrampTexts } from '../locales/loadOnrampTexts.js';
import type { EmbeddedParts } from './addEmailEntryTexts.js';

/** Adds the texts of buying. A page that offers none never loads them. */
export async function addOnrampTexts({ text }: EmbeddedParts): Promise<void> {
  text.add(await loadOnrampTexts(text.locale));
}
