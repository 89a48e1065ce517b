import { loadEmbeddedTexts } from '../locales/loadEmbeddedTexts.js';
import { addEmailEntryTexts, type EmbeddedParts } from './addEmailEntryTexts.js';

/** Adds the texts and icons of the embedded wallet's other views. */
export async function addEmbeddedTexts(parts: EmbeddedParts): Promise<void> {
  const { text } = parts;
  const [texts] = await Promise.all([loadEmbeddedTexts(text.locale), addEmailEntryTexts(parts)]);
  text.add(texts);
}
