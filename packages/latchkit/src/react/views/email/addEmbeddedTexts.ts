import { loadEmbeddedTexts } from '../../locales/loadEmbeddedTexts.js';
import type { ModalRuntime } from '../../modal/ModalContext.js';
import { embeddedIcons } from '../../primitives/embeddedIcons.js';

/** Where texts and icons of the embedded wallet's views go. */
export type EmbeddedParts = Pick<ModalRuntime, 'text' | 'icons'>;

/** Adds what the embedded wallet's views need beside their code; a host without that wallet never loads it. */
export async function addEmbeddedTexts({ text, icons }: EmbeddedParts): Promise<void> {
  icons.add(embeddedIcons);
  text.add(await loadEmbeddedTexts(text.locale));
}
