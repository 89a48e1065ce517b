import { loadEmailEntryTexts } from '../../locales/loadEmailEntryTexts.js';
import type { ModalRuntime } from '../../modal/ModalContext.js';
import { embeddedIcons } from '../../primitives/embeddedIcons.js';

/** Where the embedded wallet's views add their texts and icons. */
export type EmbeddedParts = Pick<ModalRuntime, 'text' | 'icons'>;

/** Adds the texts and icons of the email field. A host without email login never loads them. */
export async function addEmailEntryTexts({ text, icons }: EmbeddedParts): Promise<void> {
  icons.add(embeddedIcons);
  text.add(await loadEmailEntryTexts(text.locale));
}
