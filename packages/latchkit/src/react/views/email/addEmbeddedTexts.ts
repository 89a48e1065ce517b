import { loadEmbeddedTexts } from '../../locales/loadEmbeddedTexts.js';
import { addEmailEntryTexts, type EmbeddedParts } from './addEmailEntryTexts.js';

/** Adds what the other views of the embedded wallet need beside their code. */
export async function addEmbeddedTexts(parts: EmbeddedParts): Promise<void> {
  const { text } = parts;
  const [texts] = await Promise.all([loadEmbeddedTexts(text.locale), addEmailEntryTexts(parts)]);
  text.add(texts);
}
